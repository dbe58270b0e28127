//! `readonce dlq`: what was set aside, from where and why.

use std::process::ExitCode;

use clap::Args;
use readonce_model::{Service, Topic};
use readonce_plumbing::kafka::{Admin, Letter, letters};
use serde_json::{Value, json};

use crate::context::Context;
use crate::output::{self, say};

#[derive(Debug, Args)]
pub struct Dlq {
    /// Only this service's letters; repeatable (default: all four)
    #[arg(long, value_name = "SERVICE")]
    pub service: Vec<Service>,
}

/// Exit 1 when there is a letter: somebody has to look.
pub async fn run(context: &Context, options: Dlq) -> anyhow::Result<ExitCode> {
    let services = if options.service.is_empty() {
        Service::ALL.to_vec()
    } else {
        options.service
    };
    let settings = context.kafka()?;
    let topics = Admin::new(&settings)?.partitions().await?;
    let mut found = Vec::new();
    for service in services {
        // A service that never ran has no topic yet.
        if topics.contains_key(
            &settings
                .kafka()
                .namespace
                .topic(&Topic::DeadLetter(service)),
        ) {
            let all = letters(&settings, service).await?;
            found.extend(all.into_iter().map(|letter| (service, letter)));
        }
    }
    let document: Vec<_> = found
        .iter()
        .map(|(service, letter)| shown(*service, letter))
        .collect();
    context
        .output
        .show(&document, || show(context, &document))?;
    Ok(ExitCode::from(u8::from(!found.is_empty())))
}

fn shown(service: Service, letter: &Letter) -> Value {
    let from = letter.provenance.as_ref();
    json!({
        "service": service.name(),
        "letter": format!("{}/{}", letter.partition, letter.offset),
        "reason": from.map(|from| &from.reason),
        "detail": from.map(|from| &from.detail),
        "topic": from.map(|from| &from.topic),
        "partition": from.map(|from| from.partition),
        "offset": from.map(|from| from.offset),
        "part": from.and_then(|from| from.part.as_ref()),
        "value_bytes": letter.value.as_ref().map(Vec::len),
    })
}

fn show(context: &Context, letters: &[Value]) {
    if letters.is_empty() {
        say!("{} no dead letters", context.output.good("good"));
        return;
    }
    let text = |letter: &Value, name: &str| match &letter[name] {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let rows = letters.iter().map(|letter| {
        let place = ["topic", "partition", "offset"]
            .map(|name| text(letter, name))
            .join("/");
        vec![
            text(letter, "service"),
            text(letter, "reason"),
            place,
            text(letter, "detail"),
        ]
    });
    let head = ["service", "reason", "topic/partition/offset", "detail"];
    say!("{}", output::table(&head, rows.collect(), 9));
}
