//! The reference fold, and the frozen vectors of row versions.

use proptest::prelude::*;
use readonce_model::record::{
    CallState, ExtractAttempt, Observation, Presence, PresenceState, Profile, Run, RunState,
};
use readonce_model::{ContentHash, ItemId};

use super::*;

fn observation(id: &str, content: u8, at_ms: i64) -> Observation {
    let text = include_str!("../../../../schemas/observations/examples/pay_change.json");
    Observation {
        item_id: ItemId::new("board", id).unwrap(),
        content_hash: hash(content),
        title: format!("title of {content}"),
        observed_at_ms: at_ms,
        ..serde_json::from_str(text).unwrap()
    }
}

fn presence(id: &str, state: PresenceState, at_ms: i64) -> Presence {
    let text = include_str!("../../../../schemas/presence/examples/first_miss.json");
    Presence {
        item_id: ItemId::new("board", id).unwrap(),
        state,
        at_ms,
        ..serde_json::from_str(text).unwrap()
    }
}

fn profile(content: u8, contract: &str, at_ms: i64) -> Profile {
    let text = include_str!("../../../../schemas/profiles/examples/job_full.json");
    Profile {
        content_hash: hash(content),
        contract: contract.parse().unwrap(),
        extracted_at_ms: at_ms,
        ..serde_json::from_str(text).unwrap()
    }
}

fn hash(content: u8) -> ContentHash {
    ContentHash::from_bytes([content; 32])
}

fn titles(topics: Topics) -> Vec<(String, String)> {
    latest(topics, "job")
        .into_iter()
        .map(|(item, row)| (item.to_string(), row.title))
        .collect()
}

#[test]
fn versions_are_what_they_always_were() {
    // Frozen: tables hold these numbers.
    for (event_ms, tiebreak, expected) in [
        (0, 7, 7),
        (1, 0, 0x1_0000_0000_0000_0000),
        (1_789_000_000_000, 1, 0x1a0_88b5_a200_0000_0000_0000_0001),
        (-1, 7, 7),
    ] {
        assert_eq!(version(event_ms, tiebreak), expected, "{event_ms}");
    }
    let frozen = observation_version(&observation("1", 1, 1_789_000_001_000));
    assert_eq!(frozen, 0x1a0_88b5_a5e8_0000_002a_0233_306c);
}

#[test]
fn a_field_that_is_not_filled_is_no_part_of_a_version() {
    // A schema may gain optional fields; rows that lie in tables keep their versions.
    #[derive(serde::Serialize)]
    struct Grown {
        #[serde(flatten)]
        row: Observation,
        added: Option<String>,
        added_list: Vec<String>,
    }
    let row = observation("1", 1, 10);
    let grown = |added: Option<&str>| Grown {
        row: row.clone(),
        added: added.map(str::to_owned),
        added_list: vec![],
    };
    let before = version::content(&row);
    assert_eq!(version::content(&grown(None)), before);
    assert_ne!(version::content(&grown(Some("x"))), before);
}

#[test]
fn a_later_event_has_a_greater_version_whatever_its_content() {
    for (earlier, later) in [(-5, 1), (0, 1), (1, 2), (1 << 40, i64::MAX)] {
        assert!(version(earlier, u64::MAX) < version(later, 0));
    }
}

#[test]
fn of_the_records_of_a_run_the_last_one_wins() {
    let text = include_str!("../../../../schemas/runs/examples/typical.json");
    let run = |state, finished_at_ms, raw_offset| Run {
        state,
        finished_at_ms,
        raw_offset,
        ..serde_json::from_str(text).unwrap()
    };
    let records = [
        run(RunState::Running, None, 41),
        run(RunState::Running, None, 42),
        // A clock that went back between start and end.
        run(RunState::Finished, Some(1_788_000_000_000), 43),
    ];
    let versions = records.each_ref().map(run_version);
    assert!(
        versions.is_sorted_by(|one, other| one < other),
        "{versions:?}"
    );
}

#[test]
fn the_end_of_a_call_wins_over_its_announcement_on_any_clock() {
    let text = include_str!("../../../../schemas/extract.attempts/examples/paid.json");
    let call = |state, finished_at_ms| ExtractAttempt {
        state,
        started_at_ms: 100,
        finished_at_ms,
        ..serde_json::from_str(text).unwrap()
    };
    let started = attempt_version(&call(CallState::Started, None));
    for state in [CallState::Failed, CallState::GivenUp, CallState::Succeeded] {
        for finished_at_ms in [None, Some(40), Some(100), Some(101)] {
            assert!(started < attempt_version(&call(state, finished_at_ms)));
        }
    }
    let failed = attempt_version(&call(CallState::Failed, Some(101)));
    assert!(failed < attempt_version(&call(CallState::GivenUp, Some(101))));
}

#[test]
fn of_two_records_of_one_millisecond_the_later_raw_record_wins() {
    for content in 0..50 {
        let at = |raw_offset, parser_version| Observation {
            raw_offset,
            parser_version,
            ..observation("1", content, 10)
        };
        assert!(observation_version(&at(107, 9)) < observation_version(&at(109, 1)));
        let moved = |raw_offset| Presence {
            raw_offset,
            missed_runs: i32::from(content),
            ..presence("1", PresenceState::Missing, 10)
        };
        assert!(presence_version(&moved(107)) < presence_version(&moved(109)));
    }
}

#[test]
fn a_mended_reader_corrects_what_it_said() {
    let old = observation("1", 1, 10);
    for content in 0..50 {
        let corrected = Observation {
            parser_version: old.parser_version + 1,
            ..observation("1", content, 10)
        };
        assert!(observation_version(&old) < observation_version(&corrected));
    }
}

#[test]
fn an_item_shows_its_latest_content_with_that_contents_profile() {
    let observations = [observation("1", 2, 20), observation("1", 1, 10)];
    let profiles = [profile(1, "job@1", 11), profile(2, "job@1", 21)];
    let topics = Topics {
        observations: &observations,
        presence: &[presence("1", PresenceState::Listed, 10)],
        profiles: &profiles,
    };
    let rows = latest(topics, "job");
    let row = &rows[&ItemId::new("board", "1").unwrap()];
    assert_eq!(
        (row.content_hash, row.title.as_str()),
        (hash(2), "title of 2")
    );
    assert_eq!(row.profile.as_ref(), Some(&profiles[1]));
    assert_eq!(row.presence, Some(PresenceState::Listed));
}

#[test]
fn only_delisted_items_are_left_out() {
    let states = PresenceState::ALL;
    let ids: Vec<String> = states.iter().map(|state| state.to_string()).collect();
    let observations: Vec<_> = ids.iter().map(|id| observation(id, 1, 10)).collect();
    let mut known: Vec<_> = std::iter::zip(&ids, states)
        .map(|(id, state)| presence(id, *state, 20))
        .collect();
    known.push(presence("delisted", PresenceState::Listed, 10));
    let topics = Topics {
        observations: &observations,
        presence: &known,
        profiles: &[],
    };
    let shown: Vec<String> = titles(topics).into_iter().map(|(id, _)| id).collect();
    assert_eq!(shown, ["board/listed", "board/missing", "board/relisted"]);
}

#[test]
fn no_row_is_lost_for_want_of_a_profile_or_a_presence() {
    let topics = Topics {
        observations: &[observation("1", 1, 10)],
        presence: &[],
        profiles: &[profile(2, "job@1", 11)],
    };
    let rows = latest(topics, "job");
    let row = &rows[&ItemId::new("board", "1").unwrap()];
    assert_eq!((row.presence, row.profile.as_ref()), (None, None));
}

#[test]
fn the_highest_major_of_the_contract_is_shown() {
    let profiles = [
        profile(1, "job@2", 10),
        profile(1, "job@1", 99),
        profile(1, "price@7", 99),
    ];
    let topics = Topics {
        observations: &[observation("1", 1, 10)],
        presence: &[],
        profiles: &profiles,
    };
    let rows = latest(topics, "job");
    let shown = rows[&ItemId::new("board", "1").unwrap()].profile.clone();
    assert_eq!(shown.unwrap().contract.to_string(), "job@2");
}

#[test]
fn a_late_copy_of_an_old_row_brings_nothing_back() {
    // Case of a public report: insert order decided between rows, and deleted rows returned.
    let observations = [
        observation("j1", 1, 1),
        observation("j1", 2, 2),
        observation("j1", 3, 3),
        observation("j2", 4, 1),
    ];
    let presences = [
        presence("j2", PresenceState::Delisted, 2),
        presence("j2", PresenceState::Listed, 1),
    ];
    for turn in 0..observations.len() {
        let mut rows = observations.clone();
        rows.rotate_left(turn);
        let topics = Topics {
            observations: &rows,
            presence: &presences,
            profiles: &[],
        };
        let expected = ("board/j1".to_owned(), "title of 3".to_owned());
        assert_eq!(titles(topics), [expected], "rotated by {turn}");
    }
}

fn records() -> impl Strategy<Value = (Vec<Observation>, Vec<Presence>, Vec<Profile>)> {
    let id = || (0..3u8).prop_map(|id| id.to_string());
    let state = proptest::sample::select(PresenceState::ALL.to_vec());
    let observations = (id(), 0..4u8, 0..4i64).prop_map(|(id, c, at)| observation(&id, c, at));
    let presences = (id(), state, 0..4i64).prop_map(|(id, state, at)| presence(&id, state, at));
    let profiles = (0..4u8, 1..3u32, 0..4i64)
        .prop_map(|(content, major, at)| profile(content, &format!("job@{major}"), at));
    (
        proptest::collection::vec(observations, 0..8),
        proptest::collection::vec(presences, 0..8),
        proptest::collection::vec(profiles, 0..8),
    )
}

proptest! {
    #[test]
    fn order_and_repetition_change_no_row(
        (observations, presences, profiles) in records(), turn in 0..8usize,
    ) {
        let once = Topics {
            observations: &observations,
            presence: &presences,
            profiles: &profiles,
        };
        let mixed = (mixed(&observations, turn), mixed(&presences, turn), mixed(&profiles, turn));
        let again = Topics {
            observations: &mixed.0,
            presence: &mixed.1,
            profiles: &mixed.2,
        };
        prop_assert_eq!(latest(once, "job"), latest(again, "job"));
    }
}

/// Twice, once backwards and once turned.
fn mixed<R: Clone>(records: &[R], turn: usize) -> Vec<R> {
    let mut turned = records.to_vec();
    turned.rotate_left(turn.min(records.len()));
    turned.extend(records.iter().rev().cloned());
    turned
}
