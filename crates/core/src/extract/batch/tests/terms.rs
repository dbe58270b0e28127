use super::*;

fn read(yaml: &str) -> Result<ExtractionConfig, serde_yaml_ng::Error> {
    let head = "name: a\nprovider: openai\nmodel: m\nbase-url: http://127.0.0.1:1/v1\n";
    serde_yaml_ng::from_str(&format!("{head}{yaml}"))
}

#[test]
fn an_empty_block_has_every_default_and_a_full_one_says_them() {
    let full = "batch: {window: 24h, price-factor: 0.5, max-requests: 2000, fill-seconds: 60, \
                poll-seconds: 30}\n";
    assert_eq!(read("batch: {}\n").unwrap().batch, Some(Terms::default()));
    assert_eq!(read(full).unwrap().batch, Some(Terms::default()));
    assert_eq!(read("").unwrap().batch, None);
}

#[test]
fn a_window_is_whole_hours_and_a_key_that_is_not_known_is_refused_by_name() {
    for window in ["24", "0h", "1d", "169h", "-1h", "h"] {
        let error = read(&format!("batch: {{window: '{window}'}}\n")).unwrap_err();
        assert!(error.to_string().contains("hours"), "{window}: {error}");
    }
    let error = read("batch: {price: 0.5}\n").unwrap_err();
    assert!(error.to_string().contains("price"), "{error}");
}

#[test]
fn only_openai_takes_batches_and_every_fault_is_told_at_once() {
    assert!(config().faults().is_empty(), "{:?}", config().faults());
    let broken = ExtractionConfig {
        provider: Provider::Anthropic,
        batch: Some(Terms {
            price_factor: 1.5,
            max_requests: 50_001,
            fill_seconds: 3_601,
            poll_seconds: 0,
            ..Terms::default()
        }),
        ..config()
    };
    let faults = broken.faults().join("; ");
    for words in [
        "batch: only provider openai",
        "price-factor",
        "max-requests",
        "fill-seconds",
        "poll-seconds",
    ] {
        assert!(faults.contains(words), "{words}: {faults}");
    }
    let rules = ExtractionConfig {
        batch: Some(Terms::default()),
        ..ExtractionConfig::rules()
    };
    assert_eq!(rules.faults().len(), 1, "{:?}", rules.faults());
}

#[test]
fn the_lane_is_no_part_of_the_version() {
    let direct = ExtractionConfig {
        batch: None,
        ..config()
    };
    assert_eq!(config().config_version(), direct.config_version());
}

#[test]
fn only_a_back_fill_that_is_asked_whole_goes_by_batch() {
    assert!(goes_by_batch(&config(), &request(Worth::Backfill)));
    for worth in [Worth::New, Worth::Terms, Worth::Text] {
        assert!(!goes_by_batch(&config(), &request(worth)), "{worth}");
    }
    let before_there_was_worth = ExtractRequest {
        worth: None,
        reason: RequestReason::Backfill,
        ..request(Worth::New)
    };
    assert!(goes_by_batch(&config(), &before_there_was_worth));
    let long = ExtractRequest {
        text: "A line about the work.\n".repeat(5_000),
        ..request(Worth::Backfill)
    };
    assert!(!goes_by_batch(&config(), &long));
    let direct = ExtractionConfig {
        batch: None,
        ..config()
    };
    assert!(!goes_by_batch(&direct, &request(Worth::Backfill)));
}

#[test]
fn a_budget_holds_half_for_a_line_and_all_for_a_call() {
    let micros = |worth| expect(&request(worth), &config(), 1024).micros;
    let (line, call) = (micros(Worth::Backfill), micros(Worth::New));
    assert_eq!(line, call.div_ceil(2));
    assert!(line > 0);
}

#[test]
fn a_line_may_be_submitted_for_a_while_and_its_lease_covers_the_window() {
    let attempt = announced();
    assert_eq!(attempt.lane, Some(Lane::Batch));
    let until_ms = attempt.submit_until_ms.unwrap();
    assert_eq!(until_ms, NOW_MS + 60_000 + 4 * 60_000);
    assert_eq!(attempt.lease_until_ms, until_ms + 25 * 3_600_000);
    let terms = Terms::default();
    let anew = announce_again(
        &attempt,
        Anew {
            config: &config(),
            terms: &terms,
            owner: "extract-2",
            now_ms: NOW_MS + 1_000_000,
        },
    );
    assert_eq!((anew.attempt, anew.started_at_ms), (2, NOW_MS));
    assert_eq!(anew.submit_until_ms, Some(until_ms + 1_000_000));
    assert_eq!(anew.owner, "extract-2");
    assert!(crate::extract::ledger::supersedes(&anew, &attempt));
}
