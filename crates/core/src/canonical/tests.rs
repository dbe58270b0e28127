//! The frozen form: vectors that may never change, every folding rule, and the laws behind them.

mod laws;
mod vectors;

use super::*;
use crate::item::Kind;

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

fn same(a: &str, b: &str) {
    assert_eq!(fold(a), fold(b), "{a:?} and {b:?}");
    assert_eq!(fold(&fold(a)), fold(a), "{a:?}");
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
fn signs_of_a_typesetter_are_those_of_a_keyboard() {
    same(
        "“We’re hiring” – 10–20 people…",
        "\"We're hiring\" - 10-20 people...",
    );
    same("„so“ «so» ‹so› ‚so‘", "\"so\" \"so\" 'so' 'so'");
    same("co\u{2011}op e\u{2010}mail −5 — ―", "co-op e-mail -5 - -");
    same("10〜20", "10～20");
    same("п\u{2BC}ять", "п'ять");
}

#[test]
fn signs_that_say_something_of_their_own_stay() {
    for said in [
        "5′ 6″",
        "• one",
        "「引用」",
        "『書名』",
        "3 × 4",
        "a -- b",
        "`code`",
        "½ ¾",
        "№ ™",
    ] {
        assert_eq!(fold(said), said);
    }
}

#[test]
fn chinese_text_has_no_blanks_and_latin_words_keep_theirs() {
    same("使用 Rust 开发", "使用Rust开发");
    same("负责后端\n    服务的开发", "负责后端服务的开发");
    same("岗位职责： 1. 负责", "岗位职责:1.负责");
    same("你好，世界", "你好, 世界");
    same("他说 “hello world” 吗？ 是", "他说\"hello world\"吗?是");
    same("高级工程师 - Rust （ 北京 ）", "高级工程师-Rust(北京)");
    same("プログラマー を 募集 。 Rust", "プログラマーを募集。Rust");
    assert_eq!(fold("使用 Rust and Kafka 开发"), "使用Rust and Kafka开发");
    assert_eq!(fold("Rust and “Kafka” – now"), "Rust and \"Kafka\" - now");
}

#[test]
fn a_full_width_sign_has_its_blank_within_itself() {
    same("Rust， Go", "Rust，Go");
    same("Rust ，Go", "Rust,Go");
    assert_eq!(fold("Rust, Go"), "Rust, Go", "a blank of Latin text counts");
    assert_eq!(fold("第1， 2章"), "第1, 2章", "never inside numbers");
}

#[test]
fn blanks_of_numbers_and_of_korean_count() {
    assert_eq!(fold("1\u{202F}299 元"), "1 299元");
    assert_eq!(fold("价格 1 299"), "价格1 299");
    assert_eq!(fold("大韓民國 헌법 제1조"), "大韓民國 헌법 제1조");
    assert_eq!(fold("한국어， 영어"), "한국어, 영어");
}

#[test]
fn a_mark_never_moves_to_another_character() {
    assert_eq!(fold("か \u{3099}x"), "か \u{3099}x");
    assert_eq!(fold("中 \u{301}x"), "中 \u{301}x");
}

#[test]
fn markers_of_lists_keep_their_blank_in_chinese_too() {
    let item = rendered(vec![list(false, [vec![text("负责 后端")]])]);
    assert_eq!(item, "- 负责后端");
    assert_eq!(rendered(vec![text("- 负责 后端")]), item);
    assert_eq!(fold("1. - 负责"), "1. - 负责");
    assert_eq!(fold("见 - 负责"), "见-负责");
}

#[test]
fn facts_keep_their_signs_and_people_are_shown_all() {
    assert_eq!(tidy(" 北京 上海：“a” – b… "), "北京 上海:“a” – b…");
    assert_eq!(
        shown(" 央行公告：下调 \n0.5\u{200B}个 "),
        "央行公告：下调 0.5个"
    );
}

#[test]
fn one_thing_of_two_kinds_has_one_hash() {
    let hashes = Kind::ALL.map(|kind| {
        let content = Content {
            kind,
            ..posting("Engineer", vec![text("We build.")])
        };
        canonicalize(&content).hash
    });
    assert!(hashes.iter().all(|hash| *hash == hashes[0]));
}

#[test]
fn near_duplicates_are_alike_in_mark_and_length() {
    let mark = 0b1011;
    assert!(near_duplicate((mark, 1000), (mark ^ 0b1110, 1250)));
    assert!(!near_duplicate((mark, 1000), (mark ^ 0b11_1100, 1000)));
    assert!(!near_duplicate((mark, 1000), (mark, 1251)));
    assert!(!near_duplicate((mark, 79), (mark, 79)), "too short to tell");
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
