//! What holds for every input: no panic, no invented text, time in proportion to the length.

use proptest::prelude::*;

use super::*;

/// Pieces that fit together badly.
fn markup() -> impl Strategy<Value = String> {
    const PIECES: [&str; 56] = [
        "<",
        ">",
        "</",
        "<!--",
        "-->",
        "<!",
        "<?",
        "&",
        "&lt;",
        "&#x;",
        "&nbsp",
        "\"",
        "'",
        "=",
        "/",
        " ",
        "\n",
        "é",
        "中",
        "a",
        "b ",
        "<p>",
        "</p>",
        "<ul>",
        "</ul>",
        "<ol>",
        "</ol>",
        "<li>",
        "</li>",
        "<li hidden>",
        "<table>",
        "</table>",
        "<tr>",
        "</tr>",
        "<td>",
        "</td>",
        "<td><ul>",
        "<div hidden>",
        "<div>",
        "</div>",
        "<span style=display:none>",
        "</span>",
        "<br>",
        "<pre>",
        "</pre>",
        "<sup>",
        "2",
        "</sup>",
        "<script>",
        "</script>",
        "<svg>",
        "<path/>",
        "</svg>",
        "<a title=\"",
        "<p x='",
        "<template>",
    ];
    let pieces = prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..60);
    prop_oneof![pieces.prop_map(|parts| parts.concat()), any::<String>()]
}

fn depth(blocks: &[Block]) -> usize {
    let inside = |block: &Block| match block {
        Block::Text(_) => 0,
        Block::List { items, .. } => 1 + items.iter().map(|item| depth(item)).max().unwrap_or(0),
    };
    blocks.iter().map(inside).max().unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn any_input_gives_blocks_of_bounded_depth(html in markup()) {
        prop_assert!(depth(&blocks(&html)) <= 32);
    }

    #[test]
    fn visible_words_survive_any_visible_markup(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "<p>", "</p>", "<ul>", "</ul>", "<li>", "</li>", "<table>", "</table>", "<tr>",
                "<td>", "</td>", "<ol>", "</ol>", "<b>", "</b>", "<br>", "</div>", "<div>", "<h3>",
                "<pre>", " ",
            ]),
            0..40,
        )
    ) {
        let html: String = (1..).zip(&parts).map(|(n, tag)| format!("{tag} w{n}x ")).collect();
        let text = seen(&html);
        for n in 1..=parts.len() {
            prop_assert_eq!(text.matches(&format!("w{n}x")).count(), 1, "{} in {}", n, html);
        }
    }
}

#[test]
fn hostile_repetition_is_read_in_linear_time() {
    for piece in [
        "<",
        "<!--",
        "<!-",
        "<a title=\"",
        "<script>",
        "</script",
        "<ul>",
        "<li>",
        "<table>",
        "<td>",
        "<div hidden>",
        "</ul>",
        "<svg><path>",
        "<sup>",
        "<pre>\n",
        "&",
        "&#",
        "<p ",
        "=",
    ] {
        blocks(&piece.repeat(1_000_000 / piece.len()));
    }
}
