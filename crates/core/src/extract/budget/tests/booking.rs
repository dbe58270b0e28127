//! What an attempt counts, and on which day.

use super::*;

fn books() -> Books {
    Books::new(DayRule::default(), NOON_MS)
}

#[test]
fn a_call_holds_its_estimate_and_then_counts_what_it_took() {
    let mut books = books();
    let call = announced(1, NOON_MS, &estimate("board", 3000));
    books.fold(&call);
    assert_eq!(overall(&books, NOON_MS), estimate("board", 3000).amount);
    books.fold(&ended(&call, 900));
    let of_board = books.used(&Scope::Source("board"), NOON_MS);
    assert_eq!(of_board, estimate("board", 900).amount);
    assert_eq!(books.used(&Scope::Contract("job@1"), NOON_MS), of_board);
}

#[test]
fn a_call_that_was_not_billed_frees_what_it_held() {
    let mut books = books();
    let call = announced(1, NOON_MS, &estimate("board", 3000));
    books.fold(&call);
    books.fold(&failed(&call, Some(false)));
    assert_eq!(overall(&books, NOON_MS), Amount::NOTHING);
}

#[test]
fn a_call_of_which_nobody_knows_whether_it_was_billed_counts() {
    let mut books = books();
    let call = announced(1, NOON_MS, &estimate("board", 3000));
    books.fold(&call);
    books.fold(&failed(&call, None));
    assert_eq!(overall(&books, NOON_MS), estimate("board", 3000).amount);
}

#[test]
fn the_rules_take_nothing() {
    let mut books = books();
    let call = ExtractAttempt {
        provider: "rules".to_owned(),
        ..announced(1, NOON_MS, &estimate("board", 3000))
    };
    books.fold(&call);
    assert_eq!(overall(&books, NOON_MS), Amount::NOTHING);
}

#[test]
fn a_record_from_before_there_were_estimates_counts_as_a_call() {
    let mut books = books();
    let call = ExtractAttempt {
        estimated_tokens: None,
        estimated_cost_micros: None,
        ..announced(1, NOON_MS, &estimate("board", 3000))
    };
    books.fold(&call);
    assert_eq!(overall(&books, NOON_MS).calls, 1);
    assert_eq!(overall(&books, NOON_MS).tokens, 0);
}

#[test]
fn each_attempt_of_a_key_counts() {
    let mut books = books();
    let first = announced(1, NOON_MS, &estimate("board", 100));
    let second = ExtractAttempt {
        attempt: 2,
        ..first.clone()
    };
    books.fold(&failed(&first, None));
    books.fold(&second);
    assert_eq!(overall(&books, NOON_MS).calls, 2);
}

#[test]
fn a_call_belongs_to_the_day_on_which_it_was_announced() {
    let mut books = books();
    let late = 20_001 * DAY_MS - 1;
    let call = announced(1, late, &estimate("board", 100));
    books.fold(&call);
    let next = late + 1000;
    books.turn(next);
    books.fold(&ended(&call, 50));
    assert_eq!(overall(&books, next), Amount::NOTHING);
    assert_eq!(overall(&books, late).tokens, 50);
}

#[test]
fn only_the_days_around_today_are_held() {
    let mut books = books();
    for day in -3..=3 {
        let at_ms = NOON_MS + day * DAY_MS;
        books.fold(&announced(1, at_ms, &estimate("board", 100)));
    }
    assert_eq!(books.len(), 3);
    books.turn(NOON_MS + 10 * DAY_MS);
    assert!(books.is_empty());
}

#[test]
fn an_estimate_is_no_less_than_what_a_model_takes() {
    let config = crate::extract::config::ExtractionConfig {
        provider: crate::extract::config::Provider::Openai,
        price_in_micros_per_1k: 400,
        price_out_micros_per_1k: 1600,
        ..crate::extract::config::ExtractionConfig::rules()
    };
    let english = "We look for an engineer who has built data pipelines. ".repeat(100);
    let chinese = "我们正在寻找一位有经验的工程师。".repeat(100);
    for (text, real) in [(english, 1100), (chinese, 1600)] {
        let asked = ExtractRequest { text, ..request() };
        let amount = expect(&asked, &config, 1024);
        assert!(amount.tokens >= real + 1024, "{amount:?}");
        assert!(amount.tokens <= real * 3 + 4000, "{amount:?}");
        let dearest = amount.tokens * 1600 / 1000;
        assert!(amount.micros > 1638 && amount.micros < dearest);
    }
    let rules = crate::extract::config::ExtractionConfig::rules();
    assert_eq!(expect(&request(), &rules, 1024), Amount::NOTHING);
}
