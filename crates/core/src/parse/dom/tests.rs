//! Trees of good and bad markup, and selectors over them.

use proptest::prelude::*;

use super::{Selector, Selectors, Tree};

fn found(html: &str, selector: &str) -> Vec<String> {
    let tree = Tree::of(html);
    let mut all = Selectors::default();
    all.add(&selector.parse::<Selector>().unwrap()).unwrap();
    let found = all.find(&tree, Tree::ROOT, |_| false).remove(0);
    found.into_iter().map(|id| tree.text(id)).collect()
}

const PAGE: &str = r#"<html lang=en><head><title>The &amp; page</title></head><body>
<div id="top" class="box wide" data-x="one two" lang="en-GB"><p>a</p><p class=b>b</p><span>c</span></div>
<ul class="jobs"><li class="job">one <b>1</b></li><li class="job new">two</li><li>three</li></ul>
<a href="/x.pdf" title='say "hi"'>link</a><a href="https://e.example/y">away</a></body></html>"#;

#[test]
fn selectors_find_what_a_browser_finds() {
    for (selector, expected) in [
        ("p", vec!["a", "b"]),
        ("P", vec!["a", "b"]),
        ("*.b", vec!["b"]),
        ("#top > p", vec!["a", "b"]),
        ("body > p", vec![]),
        ("body p", vec!["a", "b"]),
        ("div p + p", vec!["b"]),
        ("p ~ span", vec!["c"]),
        ("p + span", vec!["c"]),
        ("p:first-child", vec!["a"]),
        ("div > :last-child", vec!["c"]),
        ("li:nth-child(2)", vec!["two"]),
        ("li:nth-child(odd)", vec!["one 1", "three"]),
        ("li:nth-child(2n)", vec!["two"]),
        ("li:nth-child(n+2)", vec!["two", "three"]),
        ("li:nth-child(-n + 2)", vec!["one 1", "two"]),
        ("li:nth-last-child(1)", vec!["three"]),
        ("b:only-child", vec!["1"]),
        ("li:not(.job)", vec!["three"]),
        ("li:not(.new, :first-child)", vec!["three"]),
        (".job.new", vec!["two"]),
        ("[data-x~=two] p.b, li.new", vec!["b", "two"]),
        ("[lang|=en] span", vec!["c"]),
        ("a[href$='.pdf']", vec!["link"]),
        ("a[href$='.PDF' i]", vec!["link"]),
        ("a[href^=https]", vec!["away"]),
        ("a[href*=\"e.example\"]", vec!["away"]),
        ("a[title='say \"hi\"']", vec!["link"]),
        ("a[title=\"say \\\"hi\\\"\"]", vec!["link"]),
        ("[title]", vec!["link"]),
        ("a[href*='']", vec![]),
        ("title", vec!["The & page"]),
        ("> html > body > ul > li.new", vec!["two"]),
        (":scope > html b", vec!["1"]),
        ("ul.jobs  >li+  li", vec!["two", "three"]),
    ] {
        assert_eq!(found(PAGE, selector), expected, "{selector}");
    }
}

#[test]
fn a_selector_that_is_not_read_is_refused_by_name() {
    for (selector, words) in [
        ("", "an element is missing"),
        ("p >", "an element is missing"),
        ("p,,a", "cannot read ',a'"),
        ("p::before", "are no elements"),
        ("p:hover", ":hover is not read"),
        ("p:has(a)", ":has is not read"),
        ("p:nth-child(x)", "counts nothing"),
        ("p:nth-child 2", "a '(' is missing"),
        ("p:not(:not(a))", ":not() inside :not()"),
        ("p:not(a b)", "without blanks"),
        ("[a", "is compared with"),
        ("[a=b", "a ']' is missing"),
        ("[a=\"b]", "a \" is missing"),
        (".", "a name is missing"),
        ("p)", "')' is not expected there"),
        ("{}", "cannot read '{}'"),
    ] {
        let error = selector.parse::<Selector>().unwrap_err().to_string();
        assert!(error.contains(words), "{selector}: {error}");
    }
}

#[test]
fn end_tags_that_are_left_out_are_put_in() {
    let rows = "<table><tr><td>1<td>2<tr><td>3<td><p>4<p>5</table>after";
    assert_eq!(found(rows, "tr"), ["1 2", "3 4 5"]);
    assert_eq!(found(rows, "td"), ["1", "2", "3", "4 5"]);
    assert_eq!(
        found(
            "<ul><li>a<ul><li>b<li>c</ul><li>d</ul>",
            "ul > li > ul > li"
        ),
        ["b", "c"]
    );
    assert_eq!(found("<p>a<div>b</div>c", "p"), ["a"]);
    assert_eq!(found("<dl><dt>a<dd>b<dt>c</dl>", "dl > *"), ["a", "b", "c"]);
    assert_eq!(found("<a href=1>x<a href=2>y", "a"), ["x", "y"]);
    assert_eq!(found("<b><div>a</b>b</div>c", "div"), ["ab"]);
    assert_eq!(
        found(
            "<div><table><tr><td></div>x</td></tr></table>y</div>z",
            "div"
        ),
        ["x y"]
    );
    assert_eq!(found("</div></p>a<br/>b<img>c", "img"), [""]);
}

#[test]
fn text_is_what_a_reader_sees() {
    let html = "<div>a<script>no()</script><span hidden>no</span><i style='display: none'>no</i>\
                <b aria-hidden=true>no</b><noscript>no</noscript><!-- no --> b<br>c<p>d</p>e&nbsp;f<x-y>g</x-y></div>";
    assert_eq!(found(html, "div"), ["a b c d e fg"]);
}

#[test]
fn markup_is_the_source_without_what_is_left_out() {
    let tree = Tree::of("<div>a <i>b</i> <b>c</b> d<i>e</i></div>");
    let (id, _) = tree
        .inside(Tree::ROOT)
        .find(|(_, node)| node.is_named("div"))
        .unwrap();
    assert_eq!(tree.markup(id, |_| false), "a <i>b</i> <b>c</b> d<i>e</i>");
    let italic = |id| tree.node(id).is_some_and(|node| node.is_named("i"));
    assert_eq!(tree.markup(id, italic), "a   <b>c</b> d ");
}

#[test]
fn hostile_markup_becomes_a_tree_in_linear_time() {
    let bytes = 1 << 19;
    for piece in [
        "<div>",
        "<b>",
        "<p>",
        "<table>",
        "<li>",
        "</div>",
        "<a x='",
        "<!--",
        "<script>",
        "<div><b>",
        "<",
        "<x y=\"\" ",
        "</script",
        "<td><p>",
        "<b></i>",
        "&lt;",
        "<br>a",
    ] {
        let html = piece.repeat(bytes / piece.len());
        let tree = Tree::of(&html);
        let mut all = Selectors::default();
        for selector in [
            "div div div b",
            "p ~ p ~ p",
            "div > b + i",
            "td:nth-child(2n+1)",
        ] {
            all.add(&selector.parse::<Selector>().unwrap()).unwrap();
        }
        let _ = all.find(&tree, Tree::ROOT, |_| false);
    }
}

proptest! {
    #[test]
    fn no_markup_panics_and_subtrees_lie_within_each_other(
        html in "(<(div|p|b|table|td|ul|li|a|br|script|!--)>|</(div|p|b|table|td|ul|li)>|[a-z<>=\"' ]){0,60}"
    ) {
        let tree = Tree::of(&html);
        for (id, node) in tree.inside(Tree::ROOT) {
            let parent = tree.node(node.parent).unwrap();
            prop_assert!(node.parent < id && node.end > id);
            prop_assert!(node.parent == Tree::ROOT || parent.end >= node.end);
            let _ = tree.markup(id, |other| other % 3 == 0);
        }
        prop_assert_eq!(tree.markup(Tree::ROOT, |_| false), html.as_str());
    }

    #[test]
    fn no_selector_panics(selector in "[a-z#.:>+~,*()\\[\\]=\"'n0-9 -]{0,30}") {
        if let Ok(selector) = selector.parse::<Selector>() {
            let mut all = Selectors::default();
            prop_assert!(all.add(&selector).is_ok());
            let _ = all.find(&Tree::of(PAGE), Tree::ROOT, |_| false);
        }
    }
}
