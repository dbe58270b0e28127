//! Frozen vectors of canonical form 2, made by another program from the written rules.
//!
//! DO NOT CHANGE a value here: a failing vector means that stored hashes no longer hold.

use super::*;

#[test]
fn hashes_of_known_contents_are_frozen() {
    let nested = list(true, [vec![text("x")], vec![text("y")]]);
    let cases = [
        (
            posting("", vec![]),
            "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb",
        ),
        (
            posting(" Engineer\u{A0}", vec![text("Line  one"), text("Line two")]),
            "7f88d25564337c2e7ebcc17e2b8d6052ab24cc9a2884526def20242c0347cbd6",
        ),
        (
            posting(
                "工程师",
                vec![list(false, [vec![text("北京")], vec![text("上海")]])],
            ),
            "26864dfe796b6fe40772a01999e7def0550969337a1d575fef7d7b05c1330e68",
        ),
        (
            posting(
                "10² Ａ：",
                vec![list(false, [vec![text("b")], vec![text("a"), nested]])],
            ),
            "074dcae10f561f89ad7167bfdb0789b6f1c75bc7552f4326ea0a52d1cb99b949",
        ),
        (
            posting(
                "“Senior” engineer – we’re hiring…",
                vec![text("Pay 10–20 € … “now” — 5′"), text("co\u{2011}op −5")],
            ),
            "084b7fea7a58608f570de07383ebcb59f5f30d766d14f2cfb59a252c9557f30d",
        ),
        (
            posting(
                "高级工程师 - Rust （ 北京 ）",
                vec![
                    text("岗位职责： 使用 Rust 与\n  Kafka 开发，负责 1 299 个"),
                    text("Rust， Go 和 “hello world” 。 第１， ２章"),
                    list(false, [vec![text("한국어 中文 ﾌﾟﾛｸﾞﾗﾏ ー")]]),
                ],
            ),
            "ef44c94a20449ba983250ea6329344ecd8d0756668f4618529a95bd51568a6ae",
        ),
    ];
    for (content, hash) in cases {
        assert_eq!(canonicalize(&content).hash.to_string(), hash, "{content:?}");
    }
}

#[test]
fn marks_of_known_texts_are_frozen() {
    let cases = [
        ("", "0000000000000000"),
        ("We build: developer tools. We BUILD!", "8fc070e0b9600c45"),
        ("上海人 c Go2", "24091744c2d28128"),
    ];
    for (line, mark) in cases {
        assert_eq!(simhash_hex(simhash(line)), mark, "{line}");
    }
}

#[test]
fn the_whole_width_table_is_frozen() {
    let forms = ('\u{FF01}'..='\u{FFEE}').map(|c| match chars::fate(c) {
        chars::Fate::Shown => width::to_usual_width(c),
        _ => ' ',
    });
    let table: String = forms.collect();
    let digest = Sha256::digest(table.as_bytes());
    assert_eq!(
        hex::encode(digest),
        "68906ae4882786fcc1f664e0d8308d8af08ca59014e56ac02ee8859475f3ffee"
    );
}
