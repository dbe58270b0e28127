//! The frozen form: vectors that may never change, every folding rule, and the laws behind them.

mod laws;
mod vectors;

use super::*;
use crate::item::Block;

fn text(line: &str) -> Block {
    Block::Text(line.to_owned())
}

fn list<const N: usize>(ordered: bool, items: [Vec<Block>; N]) -> Block {
    Block::List {
        ordered,
        items: items.into(),
    }
}

fn posting(title: &str, blocks: Vec<Block>) -> Content {
    Content {
        kind: Kind::Posting,
        title: title.to_owned(),
        blocks,
    }
}

fn rendered(blocks: Vec<Block>) -> String {
    canonicalize(&posting("", blocks)).text
}

#[test]
fn width_folds_and_powers_stay() {
    assert_eq!(fold("Ａ１：ａ～"), "A1:a~");
    assert_eq!(fold("10² ½ ①"), "10² ½ ①");
    assert_eq!(fold("ｶﾞｿﾘﾝ｡"), "ガソリン。");
    assert_eq!(fold("￥1，299．00"), "¥1,299.00");
}

#[test]
fn blanks_of_every_kind_fold_to_one() {
    let blanks = "a\u{A0}\u{202F}b\u{3000}c\t\r\n d\u{2028}e\u{85}f\u{2003}\u{205F}g";
    assert_eq!(fold(blanks), "a b c d e f g");
    assert_eq!(fold(" \u{FEFF}\u{3000}"), "");
}

#[test]
fn characters_that_show_nothing_vanish() {
    assert_eq!(
        fold("on\u{200B}line \u{FEFF}to\u{AD}day\u{0}"),
        "online today"
    );
    assert_eq!(fold("\u{202A}Tel\u{202C}\u{2060}: 5"), "Tel: 5");
    assert_eq!(fold("❤\u{FE0F}"), "❤");
}

#[test]
fn a_mark_composes_over_what_vanished_between() {
    assert_eq!(fold("e\u{200B}\u{301}"), "é");
    assert_eq!(fold("\u{212B}"), "Å");
}

#[test]
fn joiners_stay_where_a_script_needs_them() {
    let persian = "می\u{200C}خواهم";
    let devanagari = "क्\u{200D}ष";
    let family = "👩\u{200D}👩\u{200D}👧";
    for needed in [persian, devanagari, family, "❤\u{200D}🔥"] {
        assert_eq!(fold(needed), needed);
    }
    assert_eq!(fold("data\u{200D}base \u{200C}x\u{200C}"), "database x");
    assert_eq!(fold("می\u{200C} "), "می");
}

#[test]
fn neighbours_of_joiners_are_looked_for_past_what_may_still_move() {
    let reordered = "م\u{64E}\u{301}\u{200C}م";
    assert_eq!(fold("م\u{301}\u{64E}\u{200C}م"), reordered);
    assert_eq!(fold(reordered), reordered);
    assert_eq!(fold("م\u{200C}\u{200D}\u{200D}م"), "م\u{200C}م");
    assert_eq!(fold("\u{1820}\u{200C}\u{180B}b"), "\u{1820}\u{180B}b");
}

#[test]
fn tags_of_a_flag_stay_and_loose_tags_go() {
    let england = "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}";
    assert_eq!(fold(england), england);
    assert_eq!(fold("a\u{E0067}b"), "ab");
}

#[test]
fn lists_are_drawn_with_markers_and_two_blanks_a_level() {
    let inner = list(true, [vec![text("x")], vec![text("y")]]);
    let blocks = vec![
        text(" Intro "),
        list(
            false,
            [vec![text("b"), text("more"), inner], vec![text("a")]],
        ),
        text(""),
    ];
    let expected = "Intro\n- a\n- b\n  more\n  1. x\n  2. y";
    assert_eq!(rendered(blocks), expected);
}

#[test]
fn unordered_items_have_no_order_and_ranks_keep_theirs() {
    let unordered = |a: &str, b: &str| rendered(vec![list(false, [vec![text(a)], vec![text(b)]])]);
    let ordered = |a: &str, b: &str| rendered(vec![list(true, [vec![text(a)], vec![text(b)]])]);
    assert_eq!(unordered("a", "b"), unordered("b", "a"));
    assert_ne!(ordered("a", "b"), ordered("b", "a"));
}

#[test]
fn empty_blocks_and_items_vanish() {
    let blocks = vec![
        text("\u{A0}\u{200B}"),
        list(true, [vec![text(" ")], vec![], vec![text("only")]]),
        list(false, []),
    ];
    assert_eq!(rendered(blocks), "1. only");
}

#[test]
fn the_boundary_between_title_and_text_is_hashed() {
    let hash = |title: &str, line: &str| canonicalize(&posting(title, vec![text(line)])).hash;
    assert_ne!(hash("ab", "c"), hash("a", "bc"));
}

#[test]
fn near_duplicates_have_near_marks_and_strangers_do_not() {
    let base = "We are looking for an engineer who builds streaming systems in Rust and Kafka \
                with care for correctness, latency and the people who run them at night.";
    let near = base.replace("Rust", "Go");
    let far = "Our bakery in Lyon needs a pastry chef for the early shift; you bring \
               experience with laminated doughs, patience, and love for chocolate.";
    let distance = |other: &str| (simhash(base) ^ simhash(other)).count_ones();
    assert!(distance(&near) < 16, "{}", distance(&near));
    assert!(distance(far) > 16, "{}", distance(far));
    let chinese = "负责后端服务的设计与开发，参与系统架构的演进，保证服务的稳定性和性能。";
    let nearby = chinese.replace("性能", "安全");
    assert!((simhash(chinese) ^ simhash(&nearby)).count_ones() < 16);
}
