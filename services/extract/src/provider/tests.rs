//! The providers as the service asks them: the endpoint against a model server on loopback that
//! misbehaves by script and knows what it would have charged.

use std::time::{Duration, Instant};

use readonce_core::extract::config::JsonMode;
use readonce_core::extract::ledger::{Announcement, NextCall, Outcome, announce};
use readonce_model::ErrorClass;
use readonce_testkit::RetryAfter;
use readonce_testkit::model::{self, Fault, ModelServer, Options, Rule, When};
use readonce_testkit::ports;
use serde_json::Value;

use super::*;
use crate::request::tests::sound;

/// Nothing but what hangs takes that long.
const TIMEOUT_MS: u32 = 20_000;
const SHORT_TIMEOUT_MS: u32 = 400;

struct Desk {
    request: ExtractRequest,
    contract: Contract,
    attempt: ExtractAttempt,
    provider: Arc<dyn Provider>,
}

impl Desk {
    fn new(config: ExtractionConfig) -> Self {
        let request = sound("Software Engineer");
        let contract = Contract::built_in(&request.contract).unwrap();
        let attempt = announce(Announcement {
            request: &request,
            config: &config,
            call: NextCall {
                attempt: 1,
                earlier_attempts: 0,
                max_output_tokens: 1024,
            },
            owner: "extract-1",
            now_ms: 0,
        });
        let provider = open(&Arc::new(config)).unwrap();
        Self {
            request,
            contract,
            attempt,
            provider,
        }
    }

    async fn ask(&self) -> (Outcome, Charge) {
        let question = Question {
            request: &self.request,
            contract: &self.contract,
            attempt: &self.attempt,
            part: None,
        };
        match self.provider.ask(question).await {
            Ended::Replied(reply) => again(&reply).outcome(&self.contract),
            Ended::Failed(failure, charge) => (Outcome::Failed(failure), charge),
        }
    }
}

/// As it comes back from a spool.
fn again(reply: &Reply) -> Reply {
    serde_json::from_slice(&serde_json::to_vec(reply).unwrap()).unwrap()
}

fn config(base_url: String) -> ExtractionConfig {
    ExtractionConfig {
        name: "test".into(),
        provider: config::Provider::Openai,
        model: Some("m".into()),
        base_url: Some(base_url),
        timeout_ms: TIMEOUT_MS,
        price_in_micros_per_1k: 1000,
        price_out_micros_per_1k: 1000,
        ..ExtractionConfig::rules()
    }
}

async fn server(fault: Option<Fault>) -> ModelServer {
    let faults = fault.map(|fault| Rule::new(When::Always, fault));
    let options = Options {
        faults: faults.into_iter().collect(),
        ..Options::default()
    };
    model::serve(options).await.unwrap()
}

/// Class of the failure under a fault, and whether it counts as paid. One call, whatever happens.
async fn after(fault: Fault) -> (ErrorClass, Option<bool>) {
    after_within(fault, TIMEOUT_MS).await
}

async fn after_within(fault: Fault, timeout_ms: u32) -> (ErrorClass, Option<bool>) {
    let server = server(Some(fault)).await;
    let config = ExtractionConfig {
        timeout_ms,
        ..config(server.base_url())
    };
    let (outcome, charge) = Desk::new(config).ask().await;
    assert_eq!(server.calls().len(), 1, "{fault:?}");
    server.stop().await.unwrap();
    match outcome {
        Outcome::Failed(failure) => (failure.class, charge.billed),
        answered => panic!("{fault:?} became {answered:?}"),
    }
}

const fn status(code: u16) -> Fault {
    Fault::Status {
        code,
        retry_after: None,
    }
}

#[tokio::test]
async fn an_answer_is_read_and_charged_by_its_tokens() {
    let server = server(None).await;
    let desk = Desk::new(config(server.base_url()));
    let (outcome, charge) = desk.ask().await;
    let Outcome::Answered { value, empty, .. } = outcome else {
        panic!("{outcome:?}");
    };
    assert!(!empty && value.contains_key("tech_stack"), "{value:?}");
    let tokens = charge.tokens_in.unwrap() + charge.tokens_out.unwrap();
    assert_eq!((charge.billed, charge.cost_micros), (Some(true), tokens));
    let key = format!("{}:job@1:1", desk.request.content_hash);
    assert_eq!(server.calls()[0].idempotency_key, Some(key));
}

#[tokio::test]
async fn a_legal_empty_answer_is_a_success() {
    let server = server(Some(Fault::Empty)).await;
    let (outcome, charge) = Desk::new(config(server.base_url())).ask().await;
    assert!(
        matches!(outcome, Outcome::Answered { empty: true, .. }),
        "{outcome:?}"
    );
    assert_eq!(charge.billed, Some(true));
}

#[tokio::test]
async fn of_an_answer_in_another_schema_only_what_fits_is_kept_and_the_rest_is_flagged() {
    let server = server(Some(Fault::WrongSchema)).await;
    let (outcome, charge) = Desk::new(config(server.base_url())).ask().await;
    let Outcome::Answered { value, flags, .. } = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(value["campus_hire"], serde_json::Value::Null);
    assert!(
        flags.contains(&"rejected:campus_hire".to_owned()),
        "{flags:?}"
    );
    assert_eq!(charge.billed, Some(true));
}

#[tokio::test]
async fn an_endpoint_without_schemas_is_asked_for_an_object() {
    let server = server(None).await;
    let config = ExtractionConfig {
        json_mode: JsonMode::Object,
        ..config(server.base_url())
    };
    let (outcome, _) = Desk::new(config).ask().await;
    assert!(matches!(outcome, Outcome::Answered { .. }), "{outcome:?}");
}

#[tokio::test]
async fn a_reply_of_200_is_paid_whatever_it_holds() {
    use ErrorClass::{Refused, TooLarge, Truncated, Unreadable};
    for (fault, class) in [
        (Fault::Truncated, Truncated),
        (Fault::Refusal, Refused),
        (Fault::BrokenJson, Unreadable),
        (Fault::BrokenEnvelope, Unreadable),
        (Fault::Html, Unreadable),
        (Fault::Huge, TooLarge),
    ] {
        assert_eq!(after(fault).await, (class, Some(true)), "{fault:?}");
    }
}

#[tokio::test]
async fn what_was_turned_away_is_not_paid() {
    use ErrorClass::{Config, Http4xx, Http5xx, RateLimited};
    for (code, class) in [
        (429, RateLimited),
        (503, Http5xx),
        (422, Http4xx),
        (403, Config),
    ] {
        assert_eq!(after(status(code)).await, (class, Some(false)), "{code}");
    }
}

#[tokio::test]
async fn a_server_error_may_have_been_paid() {
    for code in [500, 502, 504] {
        assert_eq!(
            after(status(code)).await,
            (ErrorClass::Http5xx, None),
            "{code}"
        );
    }
}

#[tokio::test]
async fn a_call_that_does_not_end_is_left_in_time_and_may_have_been_paid() {
    let drip = Fault::SlowDrip {
        pieces: 200,
        pause_ms: 50,
    };
    for fault in [Fault::Hang, drip] {
        let began = Instant::now();
        let left = after_within(fault, SHORT_TIMEOUT_MS).await;
        assert_eq!(left, (ErrorClass::Timeout, None), "{fault:?}");
        assert!(began.elapsed() < Duration::from_secs(5), "{fault:?}");
    }
}

#[tokio::test]
async fn a_slow_answer_that_ends_in_time_is_an_answer() {
    let drip = Fault::SlowDrip {
        pieces: 4,
        pause_ms: 20,
    };
    let server = server(Some(drip)).await;
    let (outcome, _) = Desk::new(config(server.base_url())).ask().await;
    assert!(matches!(outcome, Outcome::Answered { .. }), "{outcome:?}");
}

#[tokio::test]
async fn a_connection_that_breaks_may_have_been_paid() {
    assert_eq!(
        after(Fault::ResetAfterHeaders).await,
        (ErrorClass::Unreachable, None)
    );
}

#[tokio::test]
async fn a_connection_that_was_never_made_is_not_paid() {
    let port = ports::hold().unwrap().release();
    let base_url = format!("http://127.0.0.1:{port}/v1");
    let no_such_host = "http://nowhere.invalid/v1".to_owned();
    for base_url in [base_url, no_such_host] {
        let (outcome, charge) = Desk::new(config(base_url.clone())).ask().await;
        let Outcome::Failed(failure) = outcome else {
            panic!("{base_url}: {outcome:?}");
        };
        assert_eq!(
            (failure.class, charge.billed),
            (ErrorClass::Unreachable, Some(false)),
            "{}",
            failure.words
        );
        assert!(!failure.words.contains("/v1"), "{}", failure.words);
    }
}

#[tokio::test]
async fn both_forms_of_retry_after_close_the_provider_for_a_while() {
    const HOUR_MS: i64 = 3_600_000;
    for (after, least_ms, most_ms) in [
        (RetryAfter::Seconds(30), 28_000, 30_000),
        // A date has whole seconds.
        (RetryAfter::Date(30), 27_000, 30_000),
        // Nobody is left alone for longer than an hour at a time.
        (RetryAfter::Seconds(86_400), HOUR_MS - 2_000, HOUR_MS),
        (RetryAfter::Date(86_400), HOUR_MS - 3_000, HOUR_MS),
    ] {
        let server = server(Some(Fault::Status {
            code: 429,
            retry_after: Some(after),
        }))
        .await;
        let desk = Desk::new(config(server.base_url()));
        assert_eq!(desk.provider.closed_until_ms(), 0);
        desk.ask().await;
        let wait_ms = desk.provider.closed_until_ms() - readonce_plumbing::health::now_ms();
        assert!(
            (least_ms..=most_ms).contains(&wait_ms),
            "{after:?}: {wait_ms}"
        );
    }
}

#[tokio::test]
async fn a_key_that_the_provider_repeats_is_not_repeated_here() {
    let options = Options {
        api_key: Some("right".into()),
        ..Options::default()
    };
    let server = model::serve(options).await.unwrap();
    let wrong = Secret::new("incorrect");
    let config = Arc::new(config(server.base_url()));
    let provider = endpoint::Endpoint::new(config.clone(), Some(wrong)).unwrap();
    let desk = Desk {
        provider: Arc::new(provider),
        ..Desk::new((*config).clone())
    };
    let (outcome, charge) = desk.ask().await;
    let Outcome::Failed(failure) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(
        (failure.class, charge.billed),
        (ErrorClass::Config, Some(false))
    );
    let wait_ms = desk.provider.closed_until_ms() - readonce_plumbing::health::now_ms();
    assert!(wait_ms > 30_000, "calls go on: {wait_ms}");
    // The server says "incorrect API key provided".
    assert!(failure.words.contains("*** API key"), "{}", failure.words);
}

#[tokio::test]
async fn a_key_that_is_not_set_is_named_by_its_variable() {
    let config = ExtractionConfig {
        api_key_env: Some("READONCE_TEST_NO_SUCH_KEY".into()),
        ..config("http://127.0.0.1:1/v1".into())
    };
    let error = open(&Arc::new(config)).err().unwrap().to_string();
    assert!(error.contains("READONCE_TEST_NO_SUCH_KEY"), "{error}");
}

#[tokio::test]
async fn the_rules_answer_for_nothing() {
    let (outcome, charge) = Desk::new(ExtractionConfig::rules()).ask().await;
    assert!(matches!(outcome, Outcome::Answered { .. }), "{outcome:?}");
    assert_eq!((charge.billed, charge.cost_micros), (Some(false), 0));
}

fn anthropic(base_url: String) -> ExtractionConfig {
    ExtractionConfig {
        provider: config::Provider::Anthropic,
        ..config(base_url)
    }
}

#[tokio::test]
async fn both_interfaces_of_a_model_give_the_same_answer_at_the_same_charge() {
    let server = server(None).await;
    let completion = Desk::new(config(server.base_url())).ask().await;
    let message = Desk::new(anthropic(server.base_url())).ask().await;
    let without_schema = ExtractionConfig {
        json_mode: JsonMode::Object,
        ..anthropic(server.base_url())
    };
    let plain = Desk::new(without_schema).ask().await;
    assert!(
        matches!(completion.0, Outcome::Answered { .. }),
        "{completion:?}"
    );
    assert_eq!(completion, message);
    assert_eq!(completion, plain);
}

#[tokio::test]
async fn messages_that_end_badly_have_the_class_of_completions_that_do() {
    for fault in [
        Fault::Truncated,
        Fault::Refusal,
        Fault::BrokenJson,
        Fault::Html,
        status(529),
        status(401),
    ] {
        let server = server(Some(fault)).await;
        let mut classes = Vec::new();
        for config in [config(server.base_url()), anthropic(server.base_url())] {
            match Desk::new(config).ask().await {
                (Outcome::Failed(failure), charge) => classes.push((failure.class, charge.billed)),
                answered => panic!("{fault:?} became {answered:?}"),
            }
        }
        assert_eq!(classes[0], classes[1], "{fault:?}");
    }
}

#[tokio::test]
async fn the_key_travels_as_the_interface_asks_for_it() {
    let options = Options {
        api_key: Some("sk-test".to_owned()),
        ..Options::default()
    };
    let server = model::serve(options).await.unwrap();
    for config in [config(server.base_url()), anthropic(server.base_url())] {
        let key = Some(Secret::new("sk-test"));
        let provider = endpoint::Endpoint::new(Arc::new(config.clone()), key).unwrap();
        let desk = Desk {
            provider: Arc::new(provider),
            ..Desk::new(config)
        };
        let (outcome, _) = desk.ask().await;
        assert!(matches!(outcome, Outcome::Answered { .. }), "{outcome:?}");
    }
}

mod cascades {
    use readonce_core::extract::cascade::{Cascade, ModelProvider, Needs, WhenEmpty};

    use super::*;

    fn cascade(base_url: String, needs: Needs) -> ExtractionConfig {
        ExtractionConfig {
            provider: config::Provider::Cascade,
            cascade: Some(Cascade {
                model_provider: ModelProvider::Openai,
                needs,
                when_empty: WhenEmpty::Rules,
                fields: Default::default(),
            }),
            ..config(base_url)
        }
    }

    fn by(flags: &[String], who: &str) -> Vec<String> {
        let by = flags.iter().filter_map(|flag| flag.strip_prefix(who));
        by.map(str::to_owned).collect()
    }

    #[tokio::test]
    async fn no_call_is_made_when_the_rules_are_sure() {
        let server = server(None).await;
        let config = cascade(server.base_url(), Needs::Low);
        let (outcome, charge) = Desk::new(config).ask().await;
        let Outcome::Answered { value, flags, .. } = outcome else {
            panic!("{outcome:?}");
        };
        assert!(server.calls().is_empty());
        assert_eq!((charge.billed, charge.cost_micros), (Some(false), 0));
        assert_eq!(by(&flags, "by_rules:").len(), value.len());
        let (rules, _) = Desk::new(ExtractionConfig::rules()).ask().await;
        let Outcome::Answered { value: alone, .. } = rules else {
            panic!("{rules:?}");
        };
        assert_eq!(value, alone);
    }

    #[tokio::test]
    async fn a_model_is_asked_for_what_the_rules_are_not_sure_of() {
        let server = server(None).await;
        let desk = Desk::new(cascade(server.base_url(), Needs::Model));
        let (outcome, charge) = desk.ask().await;
        let Outcome::Answered { value, flags, .. } = outcome else {
            panic!("{outcome:?}");
        };
        assert_eq!(server.calls().len(), 1);
        assert_eq!(charge.billed, Some(true));
        let (asked, left) = (by(&flags, "by_model:"), by(&flags, "by_rules:"));
        assert!(!asked.is_empty() && !left.is_empty(), "{flags:?}");
        assert_eq!(asked.len() + left.len(), desk.contract.fields.len());
        // Where the rules found nothing, nothing was asked and nothing is said.
        for field in left {
            assert!(value[&field].is_null() || value[&field] == serde_json::json!([]));
        }
    }

    #[tokio::test]
    async fn what_a_model_fails_at_is_no_answer() {
        for (fault, class) in [
            (Fault::Refusal, ErrorClass::Refused),
            (Fault::Unrelated, ErrorClass::Invalid),
            (status(500), ErrorClass::Http5xx),
        ] {
            let server = server(Some(fault)).await;
            let desk = Desk::new(cascade(server.base_url(), Needs::Model));
            let (outcome, _) = desk.ask().await;
            let Outcome::Failed(failure) = outcome else {
                panic!("{outcome:?}");
            };
            assert_eq!(failure.class, class);
        }
    }

    #[tokio::test]
    async fn a_contract_that_the_rules_do_not_know_is_the_models_alone() {
        let server = server(None).await;
        let mut desk = Desk::new(cascade(server.base_url(), Needs::Low));
        desk.contract.id = "job@99".parse().unwrap();
        let (outcome, _) = desk.ask().await;
        let Outcome::Answered { flags, .. } = outcome else {
            panic!("{outcome:?}");
        };
        assert_eq!(by(&flags, "by_model:").len(), desk.contract.fields.len());
    }
}

#[tokio::test]
async fn the_rules_answer_a_later_contract_through_the_mapping_into_it() {
    let mut desk = Desk::new(ExtractionConfig::rules());
    desk.request.text = "Requirements\n- 3-5 years of experience with Rust\n".to_owned();
    desk.contract = Contract::built_in(&"job@2".parse().unwrap()).unwrap();
    let (outcome, charge) = desk.ask().await;
    let Outcome::Answered { value, .. } = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(value["experience_years_min"], 3);
    assert_eq!(value["experience_years_max"], 5);
    assert_eq!(charge, Charge::nothing());
    // A part of it is asked as a part.
    desk.contract = desk.contract.only(&["experience_years_max".to_owned()]);
    let (outcome, _) = desk.ask().await;
    let Outcome::Answered { value, flags, .. } = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(
        Value::Object(value),
        serde_json::json!({ "experience_years_max": 5 })
    );
    assert_eq!(flags, [""; 0]);
}
