//! The fault script: which call fails, and how.

use serde::{Deserialize, Serialize};

use crate::fault::{RetryAfter, Uses};
use crate::random::Random;

/// What goes wrong with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// 429, 500, 503 … with an error body.
    Status {
        code: u16,
        retry_after: Option<RetryAfter>,
    },
    /// Never answers.
    Hang,
    /// The right answer in pieces, with a pause before each.
    SlowDrip { pieces: u32, pause_ms: u32 },
    /// Status and headers, then a reset.
    ResetAfterHeaders,
    /// Half of the answer with `finish_reason` length.
    Truncated,
    /// The model declines.
    Refusal,
    /// The answer's content is no JSON although it claims to be finished.
    BrokenJson,
    /// The response around the answer is cut off, under a length that fits.
    BrokenEnvelope,
    /// JSON of another schema: a few keys of the right one, most values of the wrong kind.
    WrongSchema,
    /// JSON that has nothing of what was asked for.
    Unrelated,
    /// The right form, said in another language than the posting's and the contract's.
    OtherLanguage,
    /// A legal answer in which every field is empty.
    Empty,
    /// 200 with a web page, as from a proxy that is in the way.
    Html,
    /// A legal answer of 10 MB.
    Huge,
    /// Follows the posting instead of its instructions: says what stands behind "reply only with:".
    Obey,
    /// The right answer, and values that no posting holds.
    Invent,
}

impl Fault {
    /// Whether a provider would charge for the call: the model did the work.
    pub fn billed(self) -> bool {
        !matches!(self, Self::Status { .. } | Self::Html)
    }
}

/// When a rule applies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    Always,
    /// The n-th call of the log, from 1.
    Call(u64),
    /// The user message holds this text.
    Contains(String),
    /// In thousandths, drawn from seed, content and how often that content was asked before.
    Chance(u32),
}

/// One line of the script. Of several that fit, the first strikes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    pub when: When,
    pub fault: Fault,
    /// How often; `None`: always.
    pub times: Option<u32>,
}

impl Rule {
    pub fn new(when: When, fault: Fault) -> Self {
        Self {
            when,
            fault,
            times: None,
        }
    }

    pub fn times(self, times: u32) -> Self {
        Self {
            times: Some(times),
            ..self
        }
    }
}

#[derive(Default)]
pub(super) struct Script(Vec<(Rule, Uses)>);

impl Script {
    pub(super) fn new(rules: Vec<Rule>) -> Self {
        let with_uses = rules.into_iter().map(|rule| {
            let uses = Uses::new(rule.times);
            (rule, uses)
        });
        Self(with_uses.collect())
    }

    /// The fault of a call, if any; counts as one use of its rule.
    pub(super) fn strike(&mut self, call: u64, user: &str, mut random: Random) -> Option<Fault> {
        let fits = |when: &When, random: &mut Random| match when {
            When::Always => true,
            When::Call(number) => *number == call,
            When::Contains(text) => user.contains(text.as_str()),
            When::Chance(per_mille) => random.chance(*per_mille),
        };
        let mut rules = self.0.iter_mut();
        let (rule, uses) =
            rules.find(|(rule, uses)| uses.left() && fits(&rule.when, &mut random))?;
        uses.spend();
        Some(rule.fault)
    }
}
