//! Edits are found word by word, cut copies are told from edits, and every difference shows.

use proptest::prelude::*;

use super::align::Rows;
use super::*;

fn found(before: &str, after: &str) -> Vec<(String, String)> {
    let diff = text_changes(before, after);
    assert!(!diff.cut(), "{diff:?}");
    pairs(diff)
}

fn pairs(diff: TextDiff) -> Vec<(String, String)> {
    diff.hunks
        .into_iter()
        .map(|hunk| (hunk.before, hunk.after))
        .collect()
}

fn pair(before: &str, after: &str) -> (String, String) {
    (before.to_owned(), after.to_owned())
}

#[test]
fn equal_texts_do_not_differ() {
    assert_eq!(text_changes("a b\nc", "a b\nc"), TextDiff::default());
}

#[test]
fn an_edited_word_is_one_hunk_with_both_sides() {
    let before = "more than 30,000 companies use it";
    let after = "more than 40,000 companies use it";
    assert_eq!(found(before, after), [pair("30,000", "40,000")]);
}

#[test]
fn added_and_removed_words_leave_one_side_empty() {
    assert_eq!(
        found("a b c d e", "a c x y d e"),
        [pair("b", ""), pair("", "x y")]
    );
    assert_eq!(found("", "new text"), [pair("", "new text")]);
    assert_eq!(found("old text", ""), [pair("old text", "")]);
    let kinds = text_changes("a b c d", "a c d e f").changes();
    let words: Vec<&str> = kinds.iter().map(|change| change.kind.as_str()).collect();
    assert_eq!(words, ["removed", "added"]);
}

#[test]
fn chinese_is_compared_by_characters() {
    let before = "月薪15000元，五险一金，双休";
    let after = "月薪18000元，五险二金，双休";
    assert_eq!(
        found(before, after),
        [pair("15000", "18000"), pair("一", "二")]
    );
}

#[test]
fn a_text_that_stops_early_is_cut_and_not_edited() {
    let before = "one two three four five six seven eight nine ten";
    let diff = text_changes(before, "one two three");
    assert_eq!(
        diff.missing.as_deref(),
        Some("four five six seven eight nine ten")
    );
    assert_eq!(diff.hunks, []);
    let in_a_word = text_changes(before, "one two thr");
    assert_eq!(
        in_a_word.missing.as_deref(),
        Some("ee four five six seven eight nine ten")
    );
    assert_eq!(in_a_word.changes(), []);
}

#[test]
fn a_cut_copy_still_shows_its_edits() {
    let before = "zero one two three four five six seven eight nine ten eleven twelve";
    let diff = text_changes(before, "zero 1 two three four five six seven eig");
    assert_eq!(diff.missing.as_deref(), Some("ht nine ten eleven twelve"));
    assert_eq!(pairs(diff), [pair("one", "1")]);
}

#[test]
fn an_edit_of_the_last_words_is_no_cut() {
    let before = "we offer free lunch and a gym every day";
    assert_eq!(
        found(before, "we offer free lunch and a gym each day"),
        [pair("every", "each")]
    );
    assert_eq!(
        found(before, "we offer free lunch and a gym every da"),
        [pair("day", "da")]
    );
    assert_eq!(found("bonus 5000", "bonus 500"), [pair("5000", "500")]);
    assert_eq!(
        found(before, "we offer free lunch and a gym often"),
        [pair("every day", "often")]
    );
}

#[test]
fn a_paragraph_gone_from_the_middle_is_an_edit() {
    let before = "one two three four five six\nseven eight\nnine ten eleven twelve";
    let after = "one two three four five six\nnine ten eleven twelve";
    assert_eq!(found(before, after), [pair("seven eight", "")]);
}

#[test]
fn the_same_words_in_other_lines_are_shown_by_their_lines() {
    assert_eq!(found("a\nb c\nd", "a\nb\nc\nd"), [pair("b c", "b\nc")]);
    assert_eq!(found("a b", "a\nb"), [pair("a b", "a\nb")]);
}

#[test]
fn texts_with_nothing_in_common_are_one_coarse_hunk_in_bounded_time() {
    let words = |prefix: &str| {
        let all: Vec<String> = (0..100_000).map(|n| format!("{prefix}{n}")).collect();
        all.join(" ")
    };
    let diff = text_changes(
        &format!("same {} end", words("a")),
        &format!("same {} end", words("b")),
    );
    assert!(diff.coarse);
    assert_eq!(diff.hunks.len(), 1);
    assert!(diff.hunks[0].before.starts_with("a0 ") && diff.hunks[0].after.ends_with(" b99999"));
}

fn text() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec!["a", "ab", "b", "c", "中", "文", "\n", "d"]);
    prop::collection::vec(word, 0..25).prop_map(|words| words.join(" ").trim().to_owned())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn texts_differ_exactly_when_a_difference_is_listed(before in text(), after in text()) {
        let diff = text_changes(&before, &after);
        prop_assert_eq!(before == after, diff == TextDiff::default());
        if !diff.cut() {
            prop_assert_eq!(before == after, diff.hunks.is_empty());
        }
    }

    #[test]
    fn the_path_is_the_shortest_and_its_runs_are_equal(
        before in prop::collection::vec(0u8..4, 0..25),
        after in prop::collection::vec(0u8..4, 0..25),
    ) {
        let rows = Rows {
            before: before.len(),
            after: after.len(),
            equal: |x: usize, y: usize| before[x] == after[y],
        };
        let ends = (before.len(), after.len());
        let (runs, end) = rows.path(|at| (at.before, at.after) == ends).unwrap();
        let mut from = (0, 0);
        for run in &runs {
            prop_assert!(from.0 <= run.before.start && from.1 <= run.after.start);
            prop_assert_eq!(&before[run.before.clone()], &after[run.after.clone()]);
            from = (run.before.end, run.after.end);
        }
        let common: usize = runs.iter().map(|run| run.before.len()).sum();
        prop_assert_eq!(common, longest_common(&before, &after));
        prop_assert_eq!(end.edits, ends.0 + ends.1 - 2 * common);
    }
}

/// Length of the longest common subsequence, by the textbook table.
fn longest_common(before: &[u8], after: &[u8]) -> usize {
    let mut table = vec![vec![0; after.len() + 1]; before.len() + 1];
    for (x, old) in before.iter().enumerate() {
        for (y, new) in after.iter().enumerate() {
            table[x + 1][y + 1] = match old == new {
                true => table[x][y] + 1,
                false => table[x][y + 1].max(table[x + 1][y]),
            };
        }
    }
    table[before.len()][after.len()]
}
