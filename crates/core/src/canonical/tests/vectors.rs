//! Frozen vectors of canonical form 1, made by another program from the written rules.
//!
//! DO NOT CHANGE a value here: a failing vector means that stored hashes no longer hold.

use super::*;

#[test]
fn hashes_of_known_contents_are_frozen() {
    let nested = list(true, [vec![text("x")], vec![text("y")]]);
    let cases = [
        (
            posting("", vec![]),
            "9f6dd57f3678389c17b38701a46c87b4c356e1d934e20490220aebe0e0661a73",
        ),
        (
            posting(" Engineer\u{A0}", vec![text("Line  one"), text("Line two")]),
            "3170d5edabe3eaca8ab85e76a1adee33f0ac173e89dd0fb0dde27a1c9c0499dc",
        ),
        (
            posting(
                "工程师",
                vec![list(false, [vec![text("北京")], vec![text("上海")]])],
            ),
            "e9415e04cd44388ed096627e5731b7d89c35cae30f0f9fa5d85d2aae6bbd70fd",
        ),
        (
            posting(
                "10² Ａ：",
                vec![list(false, [vec![text("b")], vec![text("a"), nested]])],
            ),
            "a942f1c551f1022d777f13119ee96ebea6fc7dcbba393034b5f2c1c83cd2ab6a",
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
        chars::Fate::Keep(kept) => kept,
        _ => ' ',
    });
    let table: String = forms.collect();
    let digest = Sha256::digest(table.as_bytes());
    assert_eq!(
        hex::encode(digest),
        "68906ae4882786fcc1f664e0d8308d8af08ca59014e56ac02ee8859475f3ffee"
    );
}
