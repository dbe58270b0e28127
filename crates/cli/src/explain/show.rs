//! An explanation for people.

use super::{Attempt, Explanation, Side};
use crate::output::{Output, say};

pub fn page(output: &Output, one: &Explanation) {
    let outcome = match one.outcome {
        "paid" => output.warn(one.outcome),
        "lifted" => output.good(one.outcome),
        other => output.bad(&other.replace('_', " ")),
    };
    say!(
        "{outcome} {} {}",
        output.bold(&one.content_hash),
        one.contract
    );
    say!("  {}", one.why);
    if let Some(event) = &one.cause.event {
        say!("  {} {}", output.dim("item"), event.title);
        say!(
            "  {} {}, run {}, page {}/{}",
            output.dim("event"),
            event.outcome,
            event.run_id,
            event.raw_partition,
            event.raw_offset
        );
    }
    show_change(output, one);
    let config = &one.config;
    let name = config.name.as_deref().unwrap_or("(not in use any more)");
    let version: String = config.version.chars().take(12).collect();
    say!(
        "  {} {name}, version {version}…, {} {}",
        output.dim("config"),
        config.provider,
        config.model
    );
    one.attempts
        .iter()
        .for_each(|attempt| show_attempt(output, attempt));
    say!(
        "  {} {} tokens in, {} out, {:.6}",
        output.dim("cost"),
        one.tokens_in,
        one.tokens_out,
        one.cost_micros as f64 / 1e6
    );
    show_produced(output, one);
    say!(
        "  {} {}",
        output.dim("items that showed it"),
        one.items_with_content
    );
}

fn show_change(output: &Output, one: &Explanation) {
    let Some(change) = &one.change else {
        return;
    };
    let side = |name: &str, side: &Side| {
        say!(
            "  {} {} → {}",
            output.dim(name),
            output.bad(&side.before),
            output.good(&side.after)
        );
    };
    say!(
        "  {} {}",
        output.dim("before it showed"),
        change.previous_hash
    );
    change.title.iter().for_each(|title| side("title", title));
    change.words.iter().for_each(|words| side("text", words));
    for found in &change.absorbed {
        say!(
            "  {} {} by '{}', {} times: {} → {}",
            output.dim("no change"),
            found.field,
            found.rule,
            found.places,
            found.before,
            found.after
        );
    }
    if let Some(words) = &change.absorbed_unknown {
        say!(
            "  {} {words}",
            output.dim("what was absorbed is not known:")
        );
    }
}

fn show_attempt(output: &Output, attempt: &Attempt) {
    let took = attempt
        .finished_at_ms
        .map(|at_ms| at_ms - attempt.started_at_ms);
    let took = took.map_or_else(|| "not ended".to_owned(), |took| format!("{took} ms"));
    let fault = match (&attempt.error_class, &attempt.error) {
        (Some(class), Some(words)) => format!(", {class}: {words}"),
        (Some(class), None) => format!(", {class}"),
        _ => String::new(),
    };
    say!(
        "  {} {} {} by {}, {took}{fault}",
        output.dim("attempt"),
        attempt.attempt,
        attempt.state,
        attempt.owner
    );
}

fn show_produced(output: &Output, one: &Explanation) {
    let Some(produced) = &one.produced else {
        say!("  {} nothing", output.dim("produced"));
        return;
    };
    say!(
        "  {} a profile, {}",
        output.dim("produced"),
        produced.status
    );
    if let Some(from) = &produced.lifted_from {
        let asked = match produced.asked_fields.is_empty() {
            true => "all".to_owned(),
            false => format!("all but {}", produced.asked_fields.join(", ")),
        };
        say!("    {} {from}: {asked}", output.dim("lifted from"));
    }
    for (name, value) in &produced.answer {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        say!("    {name}: {text}");
    }
    for flag in &produced.flags {
        say!("    {} {flag}", output.warn("flag"));
    }
}
