//! The canonicalize service as a process of its own.

use std::process::ExitCode;

use readonce_canonicalize::{DEFAULTS, effective, run};
use readonce_model::Service;
use readonce_plumbing::entry::{self, Entry};

fn main() -> ExitCode {
    let entry = Entry {
        service: Service::Canonicalize,
        about: "Reads raw pages, keeps every content version, and asks for what was never extracted",
        defaults: DEFAULTS,
        effective,
    };
    entry::run(&entry, async |layers, stop| run(layers, stop).await)
}
