//! What to ask a model, how to read its answer, and when a call may be made.
//!
//! Pure: a call is never made here. `contract` says what is asked, `config` with which model and
//! words, `prompt` builds the body, `parts` splits what is too long, `answer` reads the reply,
//! `grounding` looks for its values in the text, `injection` notices planted instructions,
//! `evidence` judges an answer by both, `rules` answers without a model, `lift` makes a profile from
//! one of an earlier major, `ledger` decides whether a call may be made and what is written,
//! `budget` what may be spent in a day and in which order, `charge` and `cost` say what it cost,
//! `estimate` what it will.

pub mod answer;
pub mod budget;
pub mod charge;
pub mod config;
pub mod contract;
pub mod cost;
pub mod estimate;
pub mod evidence;
pub mod flag;
pub mod grounding;
pub mod injection;
pub mod ledger;
pub mod lift;
pub mod parts;
pub mod prompt;
pub mod raw;
pub mod rules;
