//! How a command fails: one place prints the chain and chooses the exit code.
//!
//! 0 done, 1 found something wrong, 2 usage or configuration, 3 a part is unreachable.

use crate::output::say;
use std::process::ExitCode;

use readonce_plumbing::Halt;
use serde_json::json;

/// A mistake in how the command was used.
#[derive(Debug, thiserror::Error)]
#[error("{problem}")]
pub struct Usage {
    pub problem: String,
}

pub fn usage(problem: impl Into<String>) -> anyhow::Error {
    Usage {
        problem: problem.into(),
    }
    .into()
}

/// Prints problem, detail and hint, and says how to exit.
pub fn report(error: &anyhow::Error, is_json: bool) -> ExitCode {
    let code = exit_code(error);
    let details: Vec<_> = error.chain().skip(1).map(ToString::to_string).collect();
    if is_json {
        let hint = hint(error);
        let body = json!({ "error": error.to_string(), "detail": details, "hint": hint, "exit_code": code });
        say!("{body}");
    } else {
        eprintln!("error: {error}");
        details
            .iter()
            .for_each(|detail| eprintln!("  because: {detail}"));
        hint(error)
            .iter()
            .for_each(|hint| eprintln!("  hint: {hint}"));
    }
    ExitCode::from(code)
}

fn exit_code(error: &anyhow::Error) -> u8 {
    let halt = error.chain().find_map(|cause| cause.downcast_ref::<Halt>());
    let is_usage = error.chain().any(|cause| cause.is::<Usage>());
    match halt {
        Some(halt) => halt.exit_code(),
        None if is_usage => 2,
        None => 1,
    }
}

fn hint(error: &anyhow::Error) -> Option<&'static str> {
    match error
        .chain()
        .find_map(|cause| cause.downcast_ref::<Halt>())?
    {
        Halt::Unreachable { .. } => {
            Some("'readonce stack up' starts a local stack; 'readonce doctor' checks each part")
        }
        Halt::Schema { .. } => {
            Some("'readonce contracts register' registers this version's schemas")
        }
        _ => None,
    }
}
