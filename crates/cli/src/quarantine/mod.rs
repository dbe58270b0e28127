//! `readonce quarantine`: profiles that are not trusted, and what a person says of them. A verdict
//! pays nothing and changes no answer; what it means is decided in core.
//!
//! | file | what |
//! |---|---|
//! | `list` | what is marked, as SQL has it |
//! | `marked` | marked profiles, as their topics have them |
//! | `verdict` | release and confirm |

mod list;
mod marked;
mod verdict;

use std::process::ExitCode;

use clap::Subcommand;
use readonce_core::extract::quarantine::Verdict;

use crate::context::Context;

#[derive(Debug, Subcommand)]
pub enum Quarantine {
    /// Show how many profiles are marked, by source, parser, contract and reason
    List,
    /// Show these profiles although they are marked: somebody looked, and they are right
    Release(marked::Choice),
    /// Keep these profiles out of what is shown: somebody looked, and they are wrong
    Confirm(marked::Choice),
}

pub async fn run(context: &Context, command: Quarantine) -> anyhow::Result<ExitCode> {
    match command {
        Quarantine::List => list::run(context).await,
        Quarantine::Release(choice) => verdict::run(context, &choice, Verdict::Release).await,
        Quarantine::Confirm(choice) => verdict::run(context, &choice, Verdict::Confirm).await,
    }
}
