//! One time of publication over many readings.

use super::*;
use crate::facts::time::{self, Given};

/// What a site says of the same post at one fetch.
#[derive(Clone, Copy, Debug)]
struct Says<'a> {
    at: &'a str,
    text: &'a str,
}

const SHANGHAI: Option<&str> = Some("Asia/Shanghai");

fn fetched_ms(at: &str) -> i64 {
    at.parse::<jiff::Timestamp>().unwrap().as_millisecond()
}

/// Facts as a reader fills them.
fn facts(says: Says, site_tz: Option<&str>) -> Facts {
    let given = Given {
        now_ms: fetched_ms(says.at),
        site_tz,
        ..Given::default()
    };
    let moment = time::read(says.text, &given).unwrap();
    Facts {
        published_at: moment.utc,
        published_precision: Some(moment.precision.as_str().into()),
        published_not_after: moment.not_after,
        published_text: Some(says.text.into()),
        tz_assumed: Some(moment.tz_assumed),
        ..Facts::default()
    }
}

/// Observations after each of the readings.
fn history(all: &[Says], site_tz: Option<&str>) -> Vec<Observation> {
    let mut world = World::new();
    let mut seen = Vec::new();
    for (n, says) in all.iter().enumerate() {
        world.now_ms = fetched_ms(says.at);
        let page = RawRecord {
            site_tz: site_tz.map(str::to_owned),
            ..raw(RawKind::Page, &n.to_string())
        };
        let sighting = Sighting {
            facts: facts(*says, site_tz),
            ..shows("1", "A post")
        };
        world.push(page, Some(reading(&[sighting], 0)));
        seen.push(world.seen("1").clone());
    }
    seen
}

fn says<'a>(at: &'a str, text: &'a str) -> Says<'a> {
    Says { at, text }
}

#[track_caller]
fn stays(all: &[Says], site_tz: Option<&str>) {
    let seen = history(all, site_tz);
    for later in &seen[1..] {
        assert_eq!(later.outcome, Outcome::Unchanged, "{:?}", later.changes);
        assert_eq!(later.facts, seen[0].facts, "the first value stays");
    }
}

#[test]
fn a_relative_time_keeps_its_first_value_while_later_ones_agree() {
    let english = [
        says("2026-09-24T10:00:20Z", "2 minutes ago"),
        says("2026-09-24T10:30:00Z", "32 minutes ago"),
        says("2026-09-24T11:55:00Z", "1 hour ago"),
        says("2026-09-24T14:55:00Z", "4 hours ago"),
        says("2026-09-25T09:00:00Z", "23 hours ago"),
        says("2026-09-26T15:00:00Z", "2 days ago"),
        says("2026-10-10T15:00:00Z", "2 weeks ago"),
        says("2026-11-30T15:00:00Z", "2 months ago"),
    ];
    stays(&english, None);
    let chinese = [
        says("2026-09-24T10:00:20Z", "刚刚"),
        says("2026-09-24T10:03:50Z", "3分钟前"),
        says("2026-09-24T15:00:00Z", "今天 18:00"),
        says("2026-09-25T15:00:00Z", "昨天 18:00"),
        says("2026-09-26T15:00:00Z", "2天前"),
        says("2026-09-27T15:00:00Z", "09-24 18:00"),
    ];
    stays(&chinese, SHANGHAI);
}

#[test]
fn a_relative_time_that_contradicts_is_a_change() {
    let seen = history(
        &[
            says("2026-09-24T10:00:00Z", "2 days ago"),
            says("2026-09-25T10:00:00Z", "5 minutes ago"),
        ],
        None,
    );
    assert_eq!(seen[1].outcome, Outcome::Changed);
    assert_eq!(seen[1].changes[0].field, "published_at");
    assert_eq!(
        seen[1].facts.published_at.as_deref(),
        Some("2026-09-25T09:55:00Z")
    );
}

#[test]
fn a_bound_that_moves_with_the_days_says_nothing_new() {
    stays(
        &[
            says("2026-09-24T10:00:00Z", "30+ days ago"),
            says("2026-09-25T10:00:00Z", "30+ days ago"),
            says("2026-10-25T10:00:00Z", "30+ days ago"),
        ],
        None,
    );
    stays(
        &[
            says("2026-09-24T10:00:00Z", "29 days ago"),
            says("2026-09-26T10:00:00Z", "30+ days ago"),
        ],
        None,
    );
    let renewed = history(
        &[
            says("2026-09-24T10:00:00Z", "30+ days ago"),
            says("2026-09-25T10:00:00Z", "2 days ago"),
        ],
        None,
    );
    assert_eq!(
        renewed[1].outcome,
        Outcome::Changed,
        "it was published again"
    );
}

#[test]
fn a_finer_reading_that_agrees_is_taken_and_is_no_edit() {
    for (coarse, fine, site_tz) in [
        ("2026-09-04", "2026-09-04T23:30:00Z", None),
        ("2026-09-04", "2026-09-03T17:00:00Z", SHANGHAI),
        ("2026-09", "2026-09-04", None),
        ("3 hours ago", "2026-09-24T07:12:44Z", None),
        ("2026-09-04 10:15", "2026-09-04T10:15:42Z", None),
    ] {
        let at = "2026-09-24T10:00:00Z";
        let seen = history(
            &[says(at, coarse), says("2026-09-24T11:00:00Z", fine)],
            site_tz,
        );
        assert_eq!(
            seen[1].outcome,
            Outcome::Unchanged,
            "{coarse} {:?}",
            seen[1].changes
        );
        let exact = facts(says(at, fine), site_tz).published_at;
        assert_eq!(seen[1].facts.published_at, exact, "{coarse}");
        let back = history(
            &[says(at, fine), says("2026-09-24T11:00:00Z", coarse)],
            site_tz,
        );
        assert_eq!(back[1].outcome, Outcome::Unchanged, "{coarse}");
        assert_eq!(
            back[1].facts.published_at, exact,
            "the finer one stays: {coarse}"
        );
    }
}

#[test]
fn a_real_difference_is_a_change_at_every_precision() {
    for (one, other, site_tz) in [
        ("2026-09-04T10:00:00Z", "2026-09-04T10:00:01Z", None),
        ("2026-09-04 10:15", "2026-09-04 10:16", None),
        ("2026-09-04", "2026-09-05", None),
        ("2026-09-04", "2026-09-05", SHANGHAI),
        ("2026-09", "2026-10", None),
        ("2026-09-04", "2026-09-04T17:00:00Z", SHANGHAI),
        ("2026-09-04", "2026-09-07T00:00:00Z", None),
    ] {
        let at = "2026-11-24T10:00:00Z";
        for (one, other) in [(one, other), (other, one)] {
            let seen = history(
                &[says(at, one), says("2026-11-24T11:00:00Z", other)],
                site_tz,
            );
            assert_eq!(seen[1].outcome, Outcome::Changed, "{one} to {other}");
            assert_eq!(seen[1].changes.len(), 1);
        }
    }
}

#[test]
fn a_time_that_comes_or_goes_is_a_change() {
    let dated = |facts: Facts| Sighting {
        facts,
        ..shows("1", "A post")
    };
    let at = says("2026-09-24T10:00:00Z", "2026-09-04");
    let mut world = World::new();
    world.run("r1", &[shows("1", "A post")]);
    let come = world.run("r2", &[dated(facts(at, None))]);
    assert_eq!(outcomes(&come), [Outcome::Changed]);
    let gone = world.run("r3", &[shows("1", "A post")]);
    assert_eq!(outcomes(&gone), [Outcome::Changed]);
}

#[test]
fn an_article_whose_relative_time_moves_on_is_revised_when_it_is_edited() {
    let mut world = World::new();
    let post = |says: Says, text: &str| Sighting {
        facts: facts(says, None),
        ..article("1", "T", text, "2026-09-24T10:00:00Z")
    };
    let first = says("2026-09-24T10:00:20Z", "2 minutes ago");
    world.now_ms = fetched_ms(first.at);
    world.page("r1", &[post(first, "A")]);
    let second = says("2026-09-24T12:55:00Z", "2 hours ago");
    world.now_ms = fetched_ms(second.at);
    world.page("r2", &[post(second, "B")]);
    assert_eq!(world.seen("1").outcome, Outcome::Revised);
    assert_eq!(
        world.seen("1").facts.published_at.as_deref(),
        Some("2026-09-24T09:58:20Z")
    );
}
