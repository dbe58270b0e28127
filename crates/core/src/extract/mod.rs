//! What to ask a model, how to read its answer, and when a call may be made.
//!
//! Pure: a call is never made here.
//!
//! | room | what it says |
//! |---|---|
//! | `answer` | what a reply is: an answer, or which failure |
//! | `batch` | back-fills as lines of a provider's batch |
//! | `budget` | what may be spent in a day, and who goes first |
//! | `cascade` | what the rules said, and what is left to ask |
//! | `charge` | what a call cost |
//! | `config` | which model is asked, in which words, within which limits |
//! | `contract` | what is asked, and whether an answer fits |
//! | `cost` | prices of tokens |
//! | `drift` | sources whose answers change |
//! | `estimate` | what a call will cost |
//! | `evidence` | an answer held against its text |
//! | `flag` | what was noticed, by stable words |
//! | `flow` | how many calls an endpoint takes at once |
//! | `grounding` | whether the text holds a value |
//! | `injection` | instructions that a page plants |
//! | `ledger` | whether a call may be made, and what is written |
//! | `lift` | a profile from one of an earlier major |
//! | `parts` | texts that are too long for one call |
//! | `prompt` | the body of a call |
//! | `raw` | replies as they came |
//! | `rules` | answers without a model |

pub mod answer;
pub mod batch;
pub mod budget;
pub mod cascade;
pub mod charge;
pub mod config;
pub mod contract;
pub mod cost;
pub mod drift;
pub mod estimate;
pub mod evidence;
pub mod flag;
pub mod flow;
pub mod grounding;
pub mod injection;
pub mod ledger;
pub mod lift;
pub mod parts;
pub mod prompt;
pub mod quarantine;
pub mod raw;
pub mod rules;
