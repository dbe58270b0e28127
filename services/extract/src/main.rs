//! The extract service as a process of its own.

use std::process::ExitCode;

use readonce_extract::{DEFAULTS, effective, run};
use readonce_model::Service;
use readonce_plumbing::entry::{self, Entry};

fn main() -> ExitCode {
    let entry = Entry {
        service: Service::Extract,
        about: "Asks a model once per content and contract, and remembers what was paid",
        defaults: DEFAULTS,
        effective,
    };
    entry::run(&entry, async |layers, stop| run(layers, stop).await)
}
