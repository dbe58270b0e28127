//! `readonce doctor`: every part is asked, and every fault comes with what to do.

use std::process::ExitCode;

use readonce_ingest::control;
use readonce_model::Topic;
use readonce_plumbing::kafka::Admin;
use readonce_plumbing::registry::{self, Decoder, Finding};
use readonce_sink::config::ClickHouse;
use readonce_sink::query::Query;
use serde::Serialize;

use crate::context::Context;
use crate::output::say;

/// Exit code when a part does not answer.
const UNREACHABLE: u8 = 3;

#[derive(Debug, Serialize)]
struct Check {
    part: &'static str,
    is_good: bool,
    /// Whether the part did not answer at all.
    is_unreachable: bool,
    found: String,
    hint: Option<&'static str>,
}

impl Check {
    fn good(part: &'static str, found: impl Into<String>) -> Self {
        Self {
            part,
            is_good: true,
            is_unreachable: false,
            found: found.into(),
            hint: None,
        }
    }

    fn bad(part: &'static str, found: impl ToString, hint: &'static str) -> Self {
        let found = found.to_string();
        Self {
            part,
            is_good: false,
            is_unreachable: false,
            found,
            hint: Some(hint),
        }
    }

    fn silent(part: &'static str, found: impl ToString) -> Self {
        let hint =
            "'readonce stack up' starts a local one; or set its address in the configuration";
        Self {
            is_unreachable: true,
            ..Self::bad(part, found, hint)
        }
    }
}

pub async fn run(context: &Context) -> anyhow::Result<ExitCode> {
    let checks = [
        kafka(context).await,
        schemas(context).await,
        clickhouse(context).await,
    ]
    .into_iter()
    .flatten()
    .collect::<Vec<_>>();
    context.output.show(&checks, || {
        for check in &checks {
            let mark = match check.is_good {
                true => context.output.good("good"),
                false => context.output.bad("bad "),
            };
            say!("{mark}  {}: {}", check.part, check.found);
            check
                .hint
                .iter()
                .for_each(|hint| say!("      hint: {hint}"));
        }
    })?;
    let is_unreachable = checks.iter().any(|check| check.is_unreachable);
    let is_good = checks.iter().all(|check| check.is_good);
    Ok(ExitCode::from(if is_unreachable {
        UNREACHABLE
    } else {
        u8::from(!is_good)
    }))
}

async fn kafka(context: &Context) -> Vec<Check> {
    let settings = match context.kafka() {
        Ok(settings) => settings,
        Err(error) => return vec![Check::bad("kafka", error, "mend the configuration")],
    };
    let found = match Admin::new(&settings) {
        Ok(admin) => admin.partitions().await,
        Err(error) => Err(error),
    };
    let found = match found {
        Ok(found) => found,
        Err(error) => return vec![Check::silent("kafka", error)],
    };
    let mut checks = vec![Check::good(
        "kafka",
        settings.kafka().bootstrap_servers.clone(),
    )];
    let namespace = &settings.kafka().namespace;
    let missing: Vec<_> = Topic::fixed()
        .iter()
        .map(|t| namespace.topic(t))
        .filter(|n| !found.contains_key(n))
        .collect();
    let wanted = settings.kafka().partitions;
    let split: Vec<_> = found
        .iter()
        .filter(|(_, count)| **count != wanted)
        .map(|(name, _)| name.as_str())
        .collect();
    checks.push(match (missing.len(), split.is_empty()) {
        (_, false) => Check::bad(
            "topics",
            format!("other partition counts than {wanted}: {}", split.join(", ")),
            "set [kafka] partitions to what the topics have; keys would be split otherwise",
        ),
        (0, true) => Check::good(
            "topics",
            format!("{} topics of {wanted} partitions", found.len()),
        ),
        (count, true) => Check::good(
            "topics",
            format!("{count} not made yet; services make them"),
        ),
    });
    checks
}

async fn schemas(context: &Context) -> Vec<Check> {
    let (registry, settings) = match (context.registry(), context.kafka()) {
        (Ok(registry), Ok(settings)) => (registry, settings),
        (Err(error), _) | (_, Err(error)) => {
            return vec![Check::bad("registry", error, "mend the configuration")];
        }
    };
    if let Err(error) = registry.ping().await {
        return vec![Check::silent("registry", error)];
    }
    let mut checks = vec![Check::good("registry", registry.url())];
    checks.push(
        match registry::check(&registry, &settings.kafka().namespace).await {
            Err(error) => Check::bad("schemas", error, "look at the registry's log"),
            Ok(found) => judge_schemas(&found),
        },
    );
    if checks.iter().all(|check| check.is_good) {
        checks.push(sources(context, Decoder::new(registry)).await);
    }
    checks
}

fn judge_schemas(found: &[Finding]) -> Check {
    let named = |verdict: &str| -> Vec<&str> {
        let all = found.iter().filter(|finding| finding.verdict == verdict);
        all.map(|finding| finding.subject.as_str()).collect()
    };
    let (broken, new) = (
        named("incompatible"),
        [named("new"), named("compatible")].concat(),
    );
    match (broken.is_empty(), new.is_empty()) {
        (false, _) => Check::bad(
            "schemas",
            format!("incompatible: {}", broken.join(", ")),
            "'readonce contracts check' names the fields; a breaking change is a new major",
        ),
        (true, false) => Check::bad(
            "schemas",
            format!("not registered: {}", new.join(", ")),
            "'readonce contracts register'",
        ),
        (true, true) => Check::good(
            "schemas",
            format!("{} subjects as in this version", found.len()),
        ),
    }
}

async fn sources(context: &Context, decoder: Decoder) -> Check {
    let settings = match context.kafka() {
        Ok(settings) => settings,
        Err(error) => return Check::bad("catalog", error, "mend the configuration"),
    };
    match control::read_catalog(&settings, &decoder).await {
        Ok(catalog) if !catalog.unreadable.is_empty() => Check::bad(
            "catalog",
            catalog.unreadable.join("; "),
            "apply the document again: what cannot be read is not watched",
        ),
        Ok(catalog) if catalog.entries.is_empty() => Check::good(
            "catalog",
            "empty; 'readonce apply FILE' puts a source into it",
        ),
        Ok(catalog) => Check::good("catalog", format!("{} documents", catalog.entries.len())),
        Err(error) => Check::good("catalog", format!("not there yet ({error})")),
    }
}

async fn clickhouse(context: &Context) -> Vec<Check> {
    let config = match context
        .layers()
        .and_then(|layers| ClickHouse::read(&layers))
    {
        Ok(config) => config,
        Err(error) => return vec![Check::bad("clickhouse", error, "mend the configuration")],
    };
    let query = Query::new(&config);
    let version = match query.server_version().await {
        Ok(version) => version,
        Err(error) => return vec![Check::silent("clickhouse", error)],
    };
    let mut checks = vec![Check::good(
        "clickhouse",
        format!("{} ({version})", config.url),
    )];
    checks.push(match query.has_views().await {
        Ok(true) => Check::good("tables", format!("database {}", config.database)),
        Ok(false) => Check::good("tables", "none yet; the sink makes them"),
        Err(error) => Check::bad("tables", error, "look at the sink's log"),
    });
    checks
}
