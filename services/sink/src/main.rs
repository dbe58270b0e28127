//! The sink service as a process of its own.

use std::process::ExitCode;

use readonce_model::Service;
use readonce_plumbing::entry::{self, Entry};
use readonce_sink::{DEFAULTS, effective, run};

fn main() -> ExitCode {
    let entry = Entry {
        service: Service::Sink,
        about: "Writes every topic that analysts ask about into ClickHouse",
        defaults: DEFAULTS,
        effective,
    };
    entry::run(&entry, async |layers, stop| run(layers, stop).await)
}
