//! A world under a budget: every day pays its limit and no more, restarts in between change nothing,
//! what is worth more goes first, and in the end nothing is unpaid.

use std::collections::BTreeMap;

use readonce_core::extract::budget::{Budget, DAY_MS, parse_budget};
use readonce_model::record::Worth;
use readonce_testkit::world::{Spec, World};
use readonce_tests::pure::{Defect, Pipeline, Spender, SpenderDefect};

const START_MS: i64 = 20_000 * DAY_MS;
const CALLS_A_DAY: usize = 25;
const CALLS_A_SOURCE: usize = 10;

fn budget() -> Budget {
    let text =
        format!("overall: {{calls: {CALLS_A_DAY}}}\neach-source: {{calls: {CALLS_A_SOURCE}}}");
    parse_budget("scenario", &text).expect("a budget")
}

/// Days of the world, then days on which nothing comes, until all is paid. What is wrong, in words.
fn check(defect: SpenderDefect) -> Result<(), String> {
    let spec = Spec {
        postings: 80,
        days: 3,
        ..Spec::default()
    };
    let world = World::build(&spec).expect("a world");
    let mut pipeline = Pipeline::new(Defect::None);
    let mut spender = Spender::new(budget(), START_MS, defect);
    let (mut asked, mut day) = (0, 0);
    while day < 3 || spender.waiting() > 0 {
        let began = spender.calls.len();
        if day < 3 {
            pipeline.day(&world, day + 1);
        }
        let requests = &pipeline.canonicalizer.topics.requests[asked..];
        // The worst comes first.
        let mut requests: Vec<_> = requests.to_vec();
        requests.sort_by_key(|request| std::cmp::Reverse(request.worth));
        requests.iter().for_each(|request| spender.ask(request));
        asked = pipeline.canonicalizer.topics.requests.len();
        let morning_ms = START_MS + i64::from(day) * DAY_MS;
        spender.work_until(morning_ms + DAY_MS / 2);
        spender.restart();
        spender.work_until(morning_ms + DAY_MS);
        let calls = &spender.calls[began..];
        of_one_day(calls)?;
        day += 1;
        if day > 60 {
            return Err(format!("{} are never paid", spender.waiting()));
        }
    }
    let contents = world.ledger().distinct_contents as usize;
    match spender.calls.len() == contents {
        true => Ok(()),
        false => Err(format!(
            "{} calls, {contents} contents",
            spender.calls.len()
        )),
    }
}

fn of_one_day(calls: &[(i64, Worth, String)]) -> Result<(), String> {
    if calls.len() > CALLS_A_DAY {
        return Err(format!("{} calls in a day", calls.len()));
    }
    let mut by_source: BTreeMap<&str, Vec<Worth>> = BTreeMap::new();
    for (_, worth, source) in calls {
        by_source.entry(source).or_default().push(*worth);
    }
    for (source, worths) in by_source {
        if worths.len() > CALLS_A_SOURCE {
            return Err(format!("{source}: {} calls in a day", worths.len()));
        }
        if !worths.is_sorted() {
            return Err(format!("{source}: {worths:?}"));
        }
    }
    Ok(())
}

#[test]
fn every_day_pays_its_limit_in_the_order_of_value_until_nothing_is_unpaid() {
    check(SpenderDefect::None).unwrap();
}

#[test]
fn the_check_finds_books_that_a_restart_forgets() {
    check(SpenderDefect::ForgetBooks).unwrap_err();
}

#[test]
fn the_check_finds_an_order_of_arrival() {
    check(SpenderDefect::FirstCome).unwrap_err();
}

#[test]
fn the_check_finds_calls_that_hold_nothing_while_they_run() {
    check(SpenderDefect::NoHold).unwrap_err();
}
