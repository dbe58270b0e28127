//! Drift is seen, ordinary ups and downs are not, and a new normal is accepted.

use std::sync::LazyLock;

use proptest::prelude::*;
use readonce_model::ContractId;
use serde_json::{Map, Value, json};

use super::*;
use crate::extract::contract::Contract;

const LIMITS: Limits = Limits { window: 50 };

fn id() -> ContractId {
    "job@1".parse().unwrap()
}

fn watch() -> Watch {
    let contract = Contract::built_in(&id()).unwrap();
    Watch::new(LIMITS, [(id(), Shape::of(&contract))])
}

fn answer(fields: Value) -> Map<String, Value> {
    let mut answer = Contract::built_in(&id()).unwrap().empty_answer();
    answer.extend(fields.as_object().unwrap().clone());
    answer
}

/// Answers as a healthy source gives them, spread evenly.
fn healthy(number: usize) -> Map<String, Value> {
    let tools = ["Rust", "Kafka", "Go", "SQL"];
    answer(json!({
        "tech_stack": &tools[..1 + number % 4],
        "minimum_degree": (!number.is_multiple_of(3)).then_some("bachelor"),
        "summary": "Builds things. ".repeat(3 + number % 5),
    }))
}

/// By one parser version, or by one that is not known.
fn given<'a>(parser: Option<&'a str>, value: &'a Map<String, Value>) -> Answer<'a> {
    static JOB: LazyLock<ContractId> = LazyLock::new(id);
    Answer {
        contract: &JOB,
        source: "board",
        parser,
        at_ms: 0,
        value,
        asked: &[],
    }
}

fn feed_by(
    watch: &mut Watch,
    parser: Option<&str>,
    count: usize,
    make: impl Fn(usize) -> Map<String, Value>,
) -> Vec<News> {
    let answers = (0..count).map(make);
    answers
        .map(|value| watch.take(&given(parser, &value)))
        .collect()
}

fn feed(watch: &mut Watch, count: usize, make: impl Fn(usize) -> Map<String, Value>) -> Vec<News> {
    feed_by(watch, None, count, make)
}

/// A page that the parser does not understand any more.
fn broken(number: usize) -> Map<String, Value> {
    let mut answer = healthy(number);
    answer.insert("minimum_degree".into(), Value::Null);
    answer
}

fn names(news: &[News]) -> Vec<String> {
    let last = news.last().into_iter().flat_map(|news| &news.drifts);
    last.map(Drift::name).collect()
}

#[test]
fn a_healthy_source_never_drifts() {
    let mut watch = watch();
    let news = feed(&mut watch, 2000, healthy);
    assert!(news.iter().all(|news| *news == News::default()));
}

#[test]
fn fields_that_fall_silent_drift_within_a_window_and_end_when_they_speak_again() {
    let mut watch = watch();
    feed(&mut watch, 200, healthy);
    let news = feed(&mut watch, 50, broken);
    assert_eq!(news.iter().filter(|news| news.began).count(), 1);
    assert_eq!(names(&news), ["null_rate:minimum_degree"]);
    let drift = &news[49].drifts[0];
    assert!(drift.before < 0.4 && drift.now > 0.99, "{drift:?}");
    let news = feed(&mut watch, 50, healthy);
    assert!(news[48].drifts.len() == 1 && news[49].ended);
    assert_eq!(names(&news), [""; 0]);
}

#[test]
fn lists_and_texts_that_grow_or_shrink_drift() {
    let mut watch = watch();
    feed(&mut watch, 200, healthy);
    let other = |number| {
        let mut answer = healthy(number);
        let many: Vec<_> = (0..12).map(|at| format!("T{at}")).collect();
        answer.insert("tech_stack".into(), json!(many));
        answer.insert("summary".into(), json!("Short."));
        answer
    };
    let news = feed(&mut watch, 50, other);
    assert_eq!(names(&news), ["items:tech_stack", "length:summary"]);
}

#[test]
fn a_source_without_a_history_is_held_against_nothing() {
    let mut watch = watch();
    feed(&mut watch, 50, healthy);
    let news = feed(&mut watch, 50, |_| answer(json!({})));
    assert_eq!(names(&news), [""; 0]);
}

#[test]
fn sources_are_apart() {
    let mut watch = watch();
    feed(&mut watch, 200, healthy);
    let value = answer(json!({}));
    let other = Answer {
        source: "other",
        ..given(None, &value)
    };
    for _ in 0..60 {
        assert_eq!(watch.take(&other), News::default());
    }
}

#[test]
fn a_level_that_holds_is_the_new_normal() {
    let mut watch = watch();
    feed(&mut watch, 200, healthy);
    let empty = |_| answer(json!({}));
    let news = feed(&mut watch, 200, empty);
    assert!(news[198].drifts.len() >= 3 && news[199].ended);
    let news = feed(&mut watch, 100, empty);
    assert_eq!(names(&news), [""; 0]);
}

fn remember(watch: &mut Watch, from_ms: i64, values: &[Map<String, Value>]) {
    // Partitions are read one after the other, so nothing comes in the order of time.
    for (at_ms, value) in values.iter().enumerate().rev() {
        watch.learn(&Answer {
            at_ms: from_ms + at_ms as i64,
            ..given(None, value)
        });
    }
}

#[test]
fn a_history_that_was_read_back_is_a_baseline() {
    let mut watch = watch();
    let history: Vec<_> = (0..150).map(healthy).collect();
    remember(&mut watch, 0, &history);
    let news = feed(&mut watch, 50, |_| answer(json!({})));
    assert!(names(&news).contains(&"null_rate:tech_stack".to_owned()));
}

#[test]
fn a_drift_that_stood_before_a_start_stands_with_the_first_answer_after_it() {
    let mut watch = watch();
    let drifting: Vec<_> = (0..60).map(broken).collect();
    let history: Vec<_> = (0..150).map(healthy).collect();
    remember(&mut watch, 1000, &drifting);
    remember(&mut watch, 0, &history);
    assert_eq!(watch.drifting(&id()), 0);
    let news = feed(&mut watch, 1, broken);
    assert_eq!(names(&news), ["null_rate:minimum_degree"]);
    assert!(news[0].began);
    assert_eq!(watch.drifting(&id()), 1);
}

#[test]
fn a_history_that_comes_late_helps_a_thin_baseline_and_marks_nothing() {
    let mut watch = watch();
    feed(&mut watch, 10, healthy);
    let history: Vec<_> = (0..150).map(healthy).collect();
    remember(&mut watch, 0, &history);
    feed(&mut watch, 40, healthy);
    let news = feed(&mut watch, 50, broken);
    assert_eq!(names(&news), ["null_rate:minimum_degree"]);
}

#[test]
fn a_new_parser_version_is_held_against_what_the_one_before_said() {
    let mut watch = watch();
    feed_by(&mut watch, Some("shop@3"), 200, healthy);
    let news = feed_by(&mut watch, Some("shop@4"), 50, broken);
    assert_eq!(names(&news), ["null_rate:minimum_degree"]);
    // Back at the old version its own level counts, and nothing of it is marked.
    let news = feed_by(&mut watch, Some("shop@3"), 50, healthy);
    assert!(news.iter().all(|news| news.drifts.is_empty()));
    assert_eq!(watch.drifting(&id()), 1);
}

#[test]
fn what_a_new_parser_version_says_mixes_with_no_window_of_the_old_one() {
    let mut watch = watch();
    feed_by(&mut watch, Some("shop@3"), 240, healthy);
    let news = feed_by(&mut watch, Some("shop@4"), 49, broken);
    assert!(news.iter().all(|news| *news == News::default()));
    let news = feed_by(&mut watch, Some("shop@3"), 10, healthy);
    assert!(news.iter().all(|news| *news == News::default()));
}

#[test]
fn parsers_side_by_side_have_levels_of_their_own() {
    let mut watch = watch();
    feed_by(&mut watch, Some("json_ld@1"), 200, healthy);
    for number in 0..300 {
        for (parser, value) in [("json_ld@1", healthy(number)), ("text@1", broken(number))] {
            assert_eq!(watch.take(&given(Some(parser), &value)), News::default());
        }
    }
    let news = feed_by(&mut watch, Some("text@1"), 50, |_| answer(json!({})));
    assert!(names(&news).contains(&"null_rate:tech_stack".to_owned()));
}

#[test]
fn many_parser_versions_cost_bounded_memory_and_the_last_one_is_known() {
    let mut watch = watch();
    for version in 0..100 {
        let parser = format!("shop@{version}");
        feed_by(&mut watch, Some(&parser), 50, healthy);
    }
    let news = feed_by(&mut watch, Some("shop@100"), 50, broken);
    assert_eq!(names(&news), ["null_rate:minimum_degree"]);
}

#[test]
fn fields_that_were_not_asked_are_not_counted() {
    let mut watch = watch();
    feed(&mut watch, 200, healthy);
    let asked = ["tech_stack".to_owned()];
    let lifted: Vec<_> = (0..50).map(broken).collect();
    for value in &lifted {
        let answer = Answer {
            asked: &asked,
            ..given(None, value)
        };
        assert_eq!(watch.take(&answer), News::default());
    }
}

#[test]
fn a_profile_that_nobody_was_asked_for_is_no_answer() {
    let text = include_str!("../../../../../schemas/profiles/examples/job_v2_lifted.json");
    let lifted: Profile = serde_json::from_str(text).unwrap();
    assert!(lifted.asked_fields.is_empty() && Answer::of(&lifted).is_none());
    let text = include_str!("../../../../../schemas/profiles/examples/job_full.json");
    let full: Profile = serde_json::from_str(text).unwrap();
    assert_eq!(
        Answer::of(&full).unwrap().source,
        full.caused_by_item.source()
    );
}

#[test]
fn a_contract_that_nobody_watches_is_let_by() {
    let other: ContractId = "other@1".parse().unwrap();
    let value = Map::new();
    let answer = Answer {
        contract: &other,
        ..given(None, &value)
    };
    assert_eq!(watch().take(&answer), News::default());
}

proptest! {
    /// Chance alone: equal rates on both sides alarm in almost no case.
    #[test]
    fn chance_alone_is_no_drift(rate in 0.0_f64..1.0, seed in any::<u64>()) {
        let mut watch = watch();
        let mut state = seed | 1;
        let mut draw = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        for _ in 0..500 {
            let says = draw() < rate;
            let value = answer(json!({"campus_hire": says.then_some(true)}));
            let news = watch.take(&given(None, &value));
            prop_assert!(!news.began);
        }
    }

    /// A sample is the same however it was put together.
    #[test]
    fn sums_do_not_depend_on_their_parts(values in prop::collection::vec(0_u32..5000, 2..60), at in 1_usize..59) {
        use super::statistics::Mean;
        let at = at.min(values.len());
        let mean = |values: &[u32]| {
            let mut mean = Mean::default();
            values.iter().for_each(|value| mean.take(*value));
            mean
        };
        let mut sum = mean(&values[..at]);
        sum.add(&mean(&values[at..]));
        let whole = mean(&values);
        prop_assert!((sum.mean - whole.mean).abs() < 1e-9);
        prop_assert!((sum.count - whole.count).abs() < 1e-9);
    }
}
