//! `readonce stack up|down|status`: the real parts on this machine, without containers.
//!
//! | file | what |
//! |---|---|
//! | `home` | the folder of a stack and the file that remembers it |
//! | `part` | the three parts: how each is started and asked for its health |
//! | `process` | starting, watching and stopping a process by its id |
//! | `ports` | which ports are free |
//! | `up`, `down`, `status` | the commands |

mod down;
mod home;
mod part;
mod ports;
mod process;
mod status;
mod up;

use std::process::ExitCode;

use clap::Subcommand;

pub use down::bring_down;
pub use home::Home;
pub use up::{Up, bring_up};

use crate::context::Context;

#[derive(Debug, Subcommand)]
pub enum Stack {
    /// Download what is missing, start what is not running, wait until all is healthy
    Up(Up),
    /// Stop all parts; their data stays
    Down {
        /// Delete the data too
        #[arg(long)]
        wipe: bool,
    },
    /// Say what runs, where, and whether it is healthy
    Status,
}

pub async fn run(context: &Context, command: Stack) -> anyhow::Result<ExitCode> {
    match command {
        Stack::Up(options) => up::run(context, &options).await,
        Stack::Down { wipe } => down::run(context, wipe).await,
        Stack::Status => status::run(context).await,
    }
}
