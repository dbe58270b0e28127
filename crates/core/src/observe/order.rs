//! Whether two texts differ in nothing but the order of their lines.
//!
//! The text before lies in a snapshot that another partition owns, so the fold cannot look at it.
//! It remembers this digest instead, which two texts share when one is the other in a new order.
//! It is a label for a change and never an identity: what a version is, the content hash says.

use readonce_model::ContentHash;
use sha2::{Digest, Sha256};

/// SHA-256 over the sorted lines of a canonical text, and over the sorted markers of its lists.
///
/// Numbers of ordered lists belong to the place, not to the line that stands there. They are
/// digested apart, so that "3. of 5" edited into "4. of 5" is an edit and no new order.
pub(super) fn lines_hash(text: &str) -> ContentHash {
    let (mut markers, mut lines): (Vec<&str>, Vec<&str>) = text.lines().map(split_marker).unzip();
    markers.sort_unstable();
    lines.sort_unstable();
    let mut digest = Sha256::new();
    for part in [markers, lines] {
        digest.update((part.len() as u64).to_be_bytes());
        for line in part {
            digest.update((line.len() as u64).to_be_bytes());
            digest.update(line);
        }
    }
    ContentHash::from_bytes(digest.finalize().into())
}

/// Indent with marker, and what stands behind them.
fn split_marker(line: &str) -> (&str, &str) {
    let unindented = line.trim_start_matches(' ');
    let behind = match unindented.strip_prefix("- ") {
        Some(behind) => behind,
        None => unindented
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .strip_prefix(". ")
            .filter(|_| unindented.starts_with(|c: char| c.is_ascii_digit()))
            .unwrap_or(unindented),
    };
    line.split_at_checked(line.len().saturating_sub(behind.len()))
        .unwrap_or(("", line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_lines_in_another_order_share_it() {
        let before = "Intro\n1. Wash\n2. Rinse\n  with cold water\n3. Dry";
        let after = "Intro\n1. Dry\n2. Wash\n3. Rinse\n  with cold water";
        assert_eq!(lines_hash(before), lines_hash(after));
        assert_eq!(lines_hash("a\nb"), lines_hash("b\na"), "paragraphs too");
    }

    #[test]
    fn an_edit_changes_it_wherever_it_is() {
        let text = "Intro\n1. Wash\n2. Rinse";
        for edited in [
            "Intro!\n1. Wash\n2. Rinse",
            "Intro\n1. Wash\n2. Rinse\n3. Dry",
            "Intro\n1. Wash",
            "Intro\n- Wash\n- Rinse",
            "Intro\n3. Wash\n4. Rinse",
            "Intro\n1. Wash\n  2. Rinse",
            "Intro1. Wash\n2. Rinse",
            "",
        ] {
            assert_ne!(lines_hash(text), lines_hash(edited), "{edited:?}");
        }
    }

    #[test]
    fn a_number_without_its_dot_and_blank_is_no_marker() {
        assert_eq!(split_marker("  12. Twelve"), ("  12. ", "Twelve"));
        assert_eq!(split_marker("- Item"), ("- ", "Item"));
        for plain in ["1.5 litres", "2026", ". dot", "-5", "", "10 years"] {
            assert_eq!(split_marker(plain), ("", plain));
        }
    }
}
