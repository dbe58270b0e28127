//! What calls will cost before they are made: tokens by the length of what would be sent, money by
//! the price list. For people who decide whether to pay; a bill is made of reported tokens only.

use readonce_model::record::ExtractRequest;

use super::batch::permille_of;
use super::config::ExtractionConfig;
use super::contract::{Contract, Kind};
use super::cost::{at_permille, cost_micros};
use super::prompt;

/// What one call will take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Estimate {
    pub tokens_in: i64,
    pub tokens_out: i64,
    pub cost_micros: i64,
}

impl Estimate {
    pub fn and(self, other: Self) -> Self {
        Self {
            tokens_in: self.tokens_in.saturating_add(other.tokens_in),
            tokens_out: self.tokens_out.saturating_add(other.tokens_out),
            cost_micros: self.cost_micros.saturating_add(other.cost_micros),
        }
    }
}

/// Tokens that one call is answered with, where earlier calls tell; none means by the contract.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seen {
    pub tokens_out: Option<f64>,
    /// Of the fields that those calls asked.
    pub fields: usize,
}

/// Estimates a call for the whole contract, or for the part of it that is given.
pub fn call(
    config: &ExtractionConfig,
    contract: &Contract,
    request: &ExtractRequest,
    seen: Seen,
) -> Estimate {
    if !config.provider.asks_a_model() {
        return Estimate::default();
    }
    let body = prompt::build(config, contract, request, config.max_output_tokens).body;
    let tokens_in = tokens(&body.to_string());
    let tokens_out = tokens_out(contract, seen).min(i64::from(config.max_output_tokens));
    let cost = cost_micros(Some(tokens_in), Some(tokens_out), config.prices());
    Estimate {
        tokens_in,
        tokens_out,
        cost_micros: at_permille(cost, permille_of(config, request)),
    }
}

/// Four letters of an alphabet are about one token; a Chinese, Japanese or Korean sign is one.
pub fn tokens(text: &str) -> i64 {
    let (letters, signs) = text.chars().fold((0_i64, 0_i64), |(letters, signs), c| {
        match u32::from(c) < 0x2E80 {
            true => (letters + 1, signs),
            false => (letters, signs + 1),
        }
    });
    (letters + 3) / 4 + signs
}

/// By earlier calls, in proportion to the fields; else by the form of the answer.
fn tokens_out(contract: &Contract, seen: Seen) -> i64 {
    match seen.tokens_out {
        Some(tokens) if seen.fields > 0 => {
            (tokens * contract.fields.len() as f64 / seen.fields as f64).ceil() as i64
        }
        _ => contract.fields.iter().map(field_tokens).sum::<i64>() + 2,
    }
}

/// Name, marks and a value of the usual length.
fn field_tokens(field: &super::contract::Field) -> i64 {
    let value = match (&field.kind, &field.words) {
        (Kind::List(_), _) => 20,
        (Kind::Text, None) => 16,
        _ => 2,
    };
    tokens(&field.name) + 3 + value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::config::Provider;

    fn config() -> ExtractionConfig {
        ExtractionConfig {
            provider: Provider::Openai,
            model: Some("m".into()),
            price_in_micros_per_1k: 400,
            price_out_micros_per_1k: 1600,
            ..ExtractionConfig::rules()
        }
    }

    fn request(text: &str) -> ExtractRequest {
        let example = include_str!("../../../../schemas/extract.requests/examples/typical.json");
        ExtractRequest {
            text: text.to_owned(),
            ..serde_json::from_str(example).unwrap()
        }
    }

    fn job(major: u32) -> Contract {
        Contract::built_in(&format!("job@{major}").parse().unwrap()).unwrap()
    }

    #[test]
    fn a_longer_text_costs_more_up_to_the_limit_that_is_sent() {
        let cost =
            |text: &str| call(&config(), &job(1), &request(text), Seen::default()).cost_micros;
        let line = "We run services in Rust.\n";
        assert!(cost(&line.repeat(10)) < cost(&line.repeat(100)));
        assert_eq!(cost(&line.repeat(5_000)), cost(&line.repeat(50_000)));
    }

    #[test]
    fn a_part_of_a_contract_costs_less_than_all_of_it() {
        let whole = job(2);
        let part = whole.only(&["experience_years_min".to_owned()]);
        let estimate =
            |contract: &Contract| call(&config(), contract, &request("text"), Seen::default());
        let (whole, part) = (estimate(&whole), estimate(&part));
        assert!(part.tokens_in < whole.tokens_in && part.tokens_out < whole.tokens_out);
        assert!(part.cost_micros < whole.cost_micros);
    }

    #[test]
    fn earlier_calls_say_how_long_answers_are() {
        let seen = Seen {
            tokens_out: Some(80.0),
            fields: 8,
        };
        let whole = job(1);
        assert_eq!(whole.fields.len(), 8);
        assert_eq!(call(&config(), &whole, &request("t"), seen).tokens_out, 80);
        let part = whole.only(&["summary".to_owned()]);
        assert_eq!(call(&config(), &part, &request("t"), seen).tokens_out, 10);
    }

    #[test]
    fn the_rules_cost_nothing() {
        let rules = ExtractionConfig::rules();
        let estimate = call(&rules, &job(1), &request("text"), Seen::default());
        assert_eq!(estimate, Estimate::default());
    }

    #[test]
    fn chinese_signs_are_a_token_each() {
        assert_eq!(tokens("三年以上"), 4);
        assert_eq!(tokens("engineer"), 2);
        assert_eq!(tokens(""), 0);
    }
}
