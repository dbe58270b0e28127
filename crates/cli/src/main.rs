//! `readonce`: one binary for the four services, the local stack, and every question about them.

mod answer;
mod answers;
mod apply;
mod args;
mod backfill;
mod budget;
mod context;
mod contracts;
mod data_contract;
mod demo;
mod diff;
mod dlq;
mod doctor;
mod explain;
mod fault;
mod output;
mod parse_text;
mod plan;
mod quarantine;
mod request;
mod reset;
mod stack;
mod status;
mod store;
mod try_it;
mod up;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let args = args::Args::parse();
    let is_json = args.globals.json;
    match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => match runtime.block_on(args::dispatch(args)) {
            Ok(code) => code,
            Err(error) => fault::report(&error, is_json),
        },
        Err(error) => fault::report(&error.into(), is_json),
    }
}
