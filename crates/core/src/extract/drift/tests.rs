//! Drift is seen, ordinary ups and downs are not, and a new normal is accepted.

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

fn feed(watch: &mut Watch, count: usize, make: impl Fn(usize) -> Map<String, Value>) -> Vec<News> {
    let answers = (0..count).map(make);
    answers.map(|it| watch.take(&id(), "board", &it)).collect()
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
    let silent = |number| {
        let mut answer = healthy(number);
        answer.insert("minimum_degree".into(), Value::Null);
        answer
    };
    let news = feed(&mut watch, 50, silent);
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
    let news = watch.take(&id(), "other", &answer(json!({})));
    assert_eq!(news, News::default());
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

#[test]
fn a_history_that_was_read_back_is_a_baseline() {
    let mut watch = watch();
    (0..150).for_each(|number| watch.learn(&id(), "board", &healthy(number)));
    let news = feed(&mut watch, 50, |_| answer(json!({})));
    assert!(names(&news).contains(&"null_rate:tech_stack".to_owned()));
}

#[test]
fn a_contract_that_nobody_watches_is_let_by() {
    let other: ContractId = "other@1".parse().unwrap();
    assert_eq!(watch().take(&other, "board", &Map::new()), News::default());
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
            let news = watch.take(&id(), "board", &answer(json!({"campus_hire": says.then_some(true)})));
            prop_assert!(!news.began);
        }
    }

    /// A sample is the same however it was put together.
    #[test]
    fn sums_do_not_depend_on_their_parts(values in prop::collection::vec(0_usize..5000, 2..60), at in 1_usize..59) {
        use super::statistics::Mean;
        let at = at.min(values.len());
        let mean = |values: &[usize]| {
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
