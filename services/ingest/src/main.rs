//! The process of ingest. Everything is in the library.

use std::process::ExitCode;

use readonce_model::Service;
use readonce_plumbing::entry::{self, Entry};

fn main() -> ExitCode {
    let entry = Entry {
        service: Service::Ingest,
        about: "Fetches what the catalog names, when it is due, and records the evidence.",
        defaults: readonce_ingest::DEFAULTS,
        effective: readonce_ingest::config::effective,
    };
    entry::run(&entry, readonce_ingest::run)
}
