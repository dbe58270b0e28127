//! What holds for every page: no panic, no endless work.

use proptest::prelude::*;

use super::*;

fn markup() -> impl Strategy<Value = String> {
    const PIECES: [&str; 44] = [
        "<",
        ">",
        "</",
        "<!--",
        "-->",
        "&lt;",
        "\"",
        "'",
        "=",
        "/",
        " ",
        "\n",
        "é",
        "中文。",
        "A sentence of words. ",
        "<p>",
        "</p>",
        "<ul>",
        "</ul>",
        "<li>",
        "<table>",
        "</table>",
        "<tr>",
        "<td>",
        "</td>",
        "<div class=menu>",
        "<div class='comments'>",
        "<div>",
        "</div>",
        "<nav>",
        "</nav>",
        "<article>",
        "</article>",
        "<h1>",
        "</h1>",
        "<h2>Related",
        "</h2>",
        "<a href=x>",
        "</a>",
        "<script>",
        "</script>",
        "<svg>",
        "<time datetime=",
        "<div hidden>",
    ];
    prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..80)
        .prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_page_gives_an_item(html in markup()) {
        if !html.trim().is_empty() {
            let _ = parse(&response(&html));
        }
    }
}

#[test]
fn hostile_repetition_is_read_in_linear_time() {
    for piece in [
        "<div>",
        "<div class=a>",
        "<p>",
        "<ul><li>",
        "<table><tr><td>",
        "</div>",
        "<td></div>",
        "<section></div>",
        "<nav>",
        "<nav><div>",
        "<svg>",
        "<template>",
        "<noscript>",
        "<script>",
        "<a href=x>",
        "<h2>Related</h2>",
        "<h1>x</h1>",
        "<!--",
        "<p title=\"",
        "<p x='<'",
        "a ",
        "<time datetime=2026>",
        "<header>",
        "<form>",
        "<h2>Comments</h2><p>A sentence that is long enough to count.</p>",
        "<b hidden>",
        "&",
        "<div hidden>",
        "<div class=card><h3><a href=x>T</a></h3></div>",
        "1 ",
        "</a",
        "<body>",
        "<title>",
    ] {
        let _ = parse(&response(&piece.repeat(1_000_000 / piece.len())));
    }
}
