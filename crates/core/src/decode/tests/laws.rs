//! What holds for every body: no panic, nothing lost, time in proportion to the length.

use proptest::prelude::*;

use super::*;

/// Pieces of markup and of several charsets, which fit together badly.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        &b"<"[..],
        b">",
        b"<!--",
        b"-->",
        b"<meta ",
        b"charset=",
        b"gbk",
        b"utf-16",
        b"\"",
        b"'",
        b"http-equiv=content-type ",
        b"content=",
        b"<?xml ",
        b"encoding=",
        b"?>",
        b"/",
        b"=",
        b" ",
        b"<body>",
        b"\0",
        b"\0\0",
        b"\xEF\xBB\xBF",
        b"\xFF\xFE",
        b"\xFE\xFF",
        b"\xE4\xB8",
        b"\xAD",
        b"\xD6\xD0",
        b"\x81",
        b"\x8F\xA2\xB7",
        b"\x84\x31\xA4\x37",
        b"\x1B$B",
        b"caf\xE9 ",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn header() -> impl Strategy<Value = Option<String>> {
    let label = prop::sample::select(vec![
        "utf-8",
        "gbk",
        "utf-16",
        "utf-16be",
        "iso-8859-1",
        "shift_jis",
        "iso-2022-jp",
        "euc-kr",
        "hz-gb-2312",
        "x-user-defined",
        "big5",
        "none",
        "",
        "\"",
    ]);
    prop::option::of(label.prop_map(|label| format!("text/html; charset={label}")))
}

fn written(letters: &'static str) -> impl Strategy<Value = String> {
    let letters: Vec<char> = letters.chars().collect();
    prop::collection::vec(prop::sample::select(letters), 1..80)
        .prop_map(|letters| letters.into_iter().collect())
}

/// A header label, and text that its charset can write.
fn honest() -> impl Strategy<Value = (&'static str, String)> {
    let han = "啊银行决定下调金融机构存款准备率不含已执行的 0.5%，。<p>";
    let kana = "ありがとうございますカタカナ予算案政府 2,。、<p>";
    prop_oneof![
        written("aé中ü€😀 <p>\n").prop_map(|text| ("utf-8", text)),
        written(han).prop_map(|text| ("gbk", format!("啊{text}"))),
        written("啊银行㐀𠀀😀é 1<p>").prop_map(|text| ("gb18030", format!("啊{text}"))),
        written("銀行決定調降存款準備金率這次 1,。<p>").prop_map(|text| ("big5", text)),
        written(kana).prop_map(|text| ("shift_jis", text)),
        written(kana).prop_map(|text| ("euc-jp", format!("あ{text}"))),
        written("한국은행기준금리인하발표 1.<p>").prop_map(|text| ("euc-kr", format!("가{text}"))),
        // Accents stand alone in Latin text: runs of them speak for Chinese.
        written("éèàçüöñ").prop_map(|text| {
            let apart: String = text.chars().flat_map(|letter| [letter, 'n', ' ']).collect();
            ("windows-1252", apart)
        }),
        written("ĺáâăäçčéęëěíîď abc<p>").prop_map(|text| ("windows-1250", text)),
        written("абвгдежзиклмнопрст abc<p>").prop_map(|text| ("windows-1251", text)),
        written("中文é abc<p>😀").prop_map(|text| ("utf-16le", format!("<p>{text}"))),
        written("中文é abc<p>😀").prop_map(|text| ("utf-16be", format!("<p>{text}"))),
    ]
}

proptest! {
    #[test]
    fn any_bytes_become_text(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        pieces in pieces(),
        header in header(),
    ) {
        for body in [bytes, pieces] {
            let found = decode(&body, header.as_deref());
            prop_assert_eq!(found.charset.to_ascii_lowercase(), found.charset);
            let marks = found.text.matches('\u{FFFD}').count();
            prop_assert!(marks >= found.replaced);
            // The same again: nothing is remembered.
            prop_assert_eq!(&decode(&body, header.as_deref()), &found);
        }
    }

    #[test]
    fn text_comes_back_from_its_charset((label, text) in honest()) {
        let body = encoded(label, &text);
        let found = decode(&body, Some(&format!("text/html; charset={label}")));
        prop_assert_eq!(found.text.as_ref(), text.as_str());
        prop_assert_eq!(found.replaced, 0);
        prop_assert!(!found.conflict);
    }

    #[test]
    fn text_comes_back_from_a_page_that_names_its_charset((label, text) in honest()) {
        let page = format!("<meta charset={label}>{text}");
        let body = encoded(label, &page);
        let found = decode(&body, None);
        prop_assert_eq!(found.text.as_ref(), page.as_str());
        prop_assert!(!found.conflict);
    }
}

#[test]
fn work_grows_with_the_length_and_not_faster() {
    let bodies = [
        vec![0xFF; 100_000],
        b"<!--".repeat(25_000),
        b"<a b='".repeat(15_000),
        b"\xE9 ".repeat(50_000),
        b"\xD6\xD0".repeat(50_000),
        b"\x81\x30".repeat(50_000),
        [b"<p>".repeat(30_000), b"\xE9".to_vec()].concat(),
    ];
    for body in bodies {
        for header in [
            None,
            Some("text/html; charset=utf-8"),
            Some("text/html; charset=gbk"),
        ] {
            // Steps a fault that grow with the body would take minutes here.
            let found = decode(&body, header);
            assert!(found.text.len() >= body.len() / 2);
        }
    }
}
