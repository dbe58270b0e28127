//! An inspected response for people: items with facts, changes and the first lines of their text.

use readonce_core::inspect::{InspectedItem, Inspection, QualityShown};
use readonce_model::record::{Change, ChangeKind, Outcome};

use super::facts;
use crate::output::{Output, say};

/// Lines of a canonical text that people are shown.
const TEXT_LINES: usize = 6;
const LINE_CHARS: usize = 100;

/// Head, items, rejected parts, and what is gone.
pub fn page(output: &Output, is_full: bool, found: &Inspection) {
    show_head(output, found);
    found
        .items
        .iter()
        .for_each(|item| show_item(output, is_full, item));
    for part in &found.rejected {
        say!(
            "\n{} {}: {} {}",
            output.bad("rejected"),
            part.part,
            part.detail,
            output.dim(part.code)
        );
    }
    for block in &found.bad_blocks {
        say!("\n{} {}", output.bad("bad block"), block.detail);
    }
    for child in &found.children {
        let changed = child.updated_at.as_deref().unwrap_or_default();
        say!(
            "  {} {} {}",
            output.dim("see"),
            child.url,
            output.dim(changed)
        );
    }
    for gone in found.gone.iter().flatten() {
        say!("\n{} {} {}", output.warn("gone"), gone.id, gone.title);
    }
}

fn show_head(output: &Output, found: &Inspection) {
    let extent = match (found.complete, found.truncated) {
        (_, true) => output.warn("truncated"),
        (true, false) => "complete".to_owned(),
        (false, false) => "incomplete".to_owned(),
    };
    let conflict = match found.charset_conflict {
        true => output.warn(" (the header names another)"),
        false => String::new(),
    };
    say!(
        "{} · {}{conflict} · {} items · {} rejected · {extent}",
        output.bold(found.format),
        found.charset,
        found.items.len(),
        found.rejected.len(),
    );
    if let Some(title) = &found.title {
        say!("{title}");
    }
    if let Some(next) = &found.next_page {
        say!("{} {next}", output.dim("next page"));
    }
}

fn show_item(output: &Output, is_full: bool, item: &InspectedItem) {
    say!(
        "\n{}  {} {}",
        output.bold(&item.title),
        output.dim(item.kind),
        output.dim(&item.id)
    );
    if let Some(url) = &item.url {
        say!("  {url}");
    }
    if let Some(comparison) = &item.comparison {
        let outcome = match comparison.outcome {
            Outcome::Unchanged => output.dim("unchanged"),
            other => output.warn(other.as_str()),
        };
        say!("  {outcome}");
        show_changes(output, &comparison.changes, comparison.cut);
    }
    for (label, text) in facts::lines(&item.facts) {
        say!("  {label}: {text}");
    }
    say!("  {} {}", output.dim("content"), item.content_hash);
    show_quality(output, &item.quality);
    show_text(output, is_full, &item.canonical);
}

/// Field by field, old in red and new in green.
pub(crate) fn show_changes(output: &Output, changes: &[Change], is_cut: bool) {
    for change in changes {
        let before = change.before.as_deref().unwrap_or("nothing");
        let after = change.after.as_deref().unwrap_or("nothing");
        let kind = match change.kind {
            ChangeKind::Reordered => output.warn(" reordered"),
            _ => String::new(),
        };
        say!(
            "    {}{kind}: {} → {}",
            change.field,
            output.bad(before),
            output.good(after)
        );
    }
    if is_cut {
        say!(
            "    {}",
            output.dim("the text stops early: a cut copy, not an edit")
        );
    }
}

fn show_quality(output: &Output, quality: &QualityShown) {
    let score = quality.score.to_string();
    let painted = match quality.score {
        80.. => output.good(&score),
        50..80 => output.warn(&score),
        _ => output.bad(&score),
    };
    let words = match quality.words.is_empty() {
        true => String::new(),
        false => format!(": {}", quality.words.join("; ")),
    };
    say!("  {} {painted}{words}", output.dim("quality"));
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
