//! Differences for people: what changed in colour, what was absorbed in dim words.

use readonce_core::diff::Absorbed;
use readonce_core::inspect::{Differences, ItemDifference};

use crate::output::{Output, say};
use crate::try_it::show::show_changes;

/// Counts, then each item that says something; with `is_all` every item.
pub fn page(output: &Output, is_all: bool, found: &Differences) {
    say!(
        "{} · {} new · {} changed · {} unchanged · {} gone",
        output.bold(&found.formats.join(" → ")),
        found.new,
        found.changed,
        found.unchanged,
        found.gone
    );
    if found.outside_only {
        let words =
            "the bytes differ, but nothing of any item does: markup, tokens, counters or clocks";
        say!("{}", output.dim(words));
    }
    if let Some(order) = &found.order {
        say!("  {}", absorbed(output, order));
    }
    let is_quiet = |item: &&ItemDifference| item.outcome == "unchanged" && item.absorbed.is_empty();
    for item in found.items.iter().filter(|item| is_all || !is_quiet(item)) {
        show_item(output, item);
    }
}

fn show_item(output: &Output, item: &ItemDifference) {
    let outcome = match item.outcome {
        "new" => output.good("new"),
        "gone" => output.bad("gone"),
        "changed" => output.warn("changed"),
        other => output.dim(other),
    };
    say!(
        "\n{outcome} {}  {} {}",
        output.bold(&item.title),
        output.dim(item.kind),
        output.dim(&item.id)
    );
    if let Some(previous) = &item.previous_id {
        say!("  {} {previous}", output.dim("was"));
    }
    show_changes(output, &item.changes, item.cut);
    match (item.previous_hash, item.content_hash) {
        (Some(before), Some(after)) if before == after => {
            say!("  {} {after}", output.dim("same content"));
        }
        (Some(before), Some(after)) => say!("  {} {before} → {after}", output.dim("content")),
        _ => {}
    }
    for found in &item.absorbed {
        say!("  {}", absorbed(output, found));
    }
}

fn absorbed(output: &Output, found: &Absorbed) -> String {
    let places = match found.places {
        1 => String::new(),
        count => format!(" in {count} places"),
    };
    let side = |text: &str| {
        if text.is_empty() {
            "nothing".to_owned()
        } else {
            text.to_owned()
        }
    };
    format!(
        "{} {}, {}{places}: {}",
        output.dim("no change"),
        found.field,
        words(found.rule),
        output.dim(&format!("{} → {}", side(&found.before), side(&found.after)))
    )
}

/// What the rule takes away.
fn words(rule: &str) -> &str {
    match rule {
        "width" => "full and half width",
        "quotes" => "quotation marks and apostrophes",
        "dashes" => "dashes and hyphens",
        "ellipsis" => "three dots in one character",
        "blanks" => "kinds and runs of blanks",
        "invisible" => "characters that do not show",
        "chinese_blanks" => "blanks next to Chinese or Japanese",
        "nfc" => "letters in composed form",
        "order" => "order of what has none",
        "moves" => "a fact that moves without meaning",
        "amount" => "the same amount",
        "set" => "the same set",
        "told" => "how another fact was read",
        other => other,
    }
}
