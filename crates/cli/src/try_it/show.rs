//! An inspected response for people: items with facts, changes and the first lines of their text.

use readonce_core::inspect::{InspectedItem, Inspection};
use readonce_model::record::Outcome;

use crate::output::{Output, say};

/// Lines of a canonical text that people are shown.
const TEXT_LINES: usize = 6;
const LINE_CHARS: usize = 100;

/// Head, items, rejected parts, and what is gone.
pub fn page(output: &Output, is_full: bool, found: &Inspection) {
    let extent = if found.complete {
        "complete"
    } else {
        "incomplete"
    };
    say!(
        "{} · {} · {} items · {} rejected · {extent}",
        output.bold(found.format),
        found.charset,
        found.items.len(),
        found.rejected.len(),
    );
    found
        .items
        .iter()
        .for_each(|item| show_item(output, is_full, item));
    for part in &found.rejected {
        say!(
            "\n{} {}: {}",
            output.bad("rejected"),
            part.part,
            part.detail
        );
    }
    for gone in found.gone.iter().flatten() {
        say!("\n{} {} {}", output.warn("gone"), gone.id, gone.title);
    }
}

fn show_item(output: &Output, is_full: bool, item: &InspectedItem) {
    say!("\n{}  {}", output.bold(&item.title), output.dim(&item.id));
    if let Some(url) = &item.url {
        say!("  {url}");
    }
    if let Some(comparison) = &item.comparison {
        let outcome = match comparison.outcome {
            Outcome::Unchanged => output.dim("unchanged"),
            other => output.warn(other.as_str()),
        };
        say!("  {outcome}");
        for change in &comparison.changes {
            let before = change.before.as_deref().unwrap_or("nothing");
            let after = change.after.as_deref().unwrap_or("nothing");
            say!(
                "    {}: {} → {}",
                change.field,
                output.bad(before),
                output.good(after)
            );
        }
        if comparison.cut {
            say!(
                "    {}",
                output.dim("the text stops early: a cut copy, not an edit")
            );
        }
    }
    for (name, value) in &item.facts {
        say!(
            "  {name}: {}",
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned)
        );
    }
    say!("  {} {}", output.dim("content"), item.content_hash);
    let reasons = match item.quality.reasons.is_empty() {
        true => String::new(),
        false => format!(" ({})", item.quality.reasons.join(", ")),
    };
    say!(
        "  {} {}{reasons}",
        output.dim("quality"),
        item.quality.score
    );
    show_text(output, is_full, &item.canonical);
}

fn show_text(output: &Output, is_full: bool, text: &str) {
    let lines: Vec<_> = text.lines().collect();
    let shown = if is_full {
        lines.len()
    } else {
        TEXT_LINES.min(lines.len())
    };
    for line in &lines[..shown] {
        let short: String = line.chars().take(LINE_CHARS).collect();
        let line = if is_full || short == *line {
            (*line).to_owned()
        } else {
            short + "…"
        };
        say!("  {} {line}", output.dim("│"));
    }
    if shown < lines.len() {
        say!(
            "  {}",
            output.dim(&format!("│ … {} more lines; --full", lines.len() - shown))
        );
    }
}
