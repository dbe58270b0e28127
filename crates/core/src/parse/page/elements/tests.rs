//! Pages into elements: where they begin and end, whatever was written.

use super::*;

#[derive(Default)]
struct Log(String);

impl<'a> Visitor<'a> for Log {
    fn open(&mut self, tag: &Tag<'a>) {
        self.0.push_str(&format!("<{}", tag.name));
    }

    fn text(&mut self, raw: &'a str) {
        self.0.push_str(raw);
    }

    fn close(&mut self, _: usize) {
        self.0.push('>');
    }
}

fn told(html: &str) -> String {
    let mut log = Log::default();
    walk(html, &mut log);
    log.0
}

#[test]
fn every_element_ends_once() {
    for (html, right) in [
        ("<div><p>a<p>b</div>c", "<div<pa><pb>>c"),
        ("<ul><li>a<li><b>b</ul>", "<ul<lia><li<bb>>>"),
        (
            "<table><tr><td>a<td>b<tr><td>c</table>",
            "<table<tr<tda><tdb>><tr<tdc>>>",
        ),
        ("<ul><li><ul><li>a</ul><li>b</ul>", "<ul<li<ul<lia>>><lib>>"),
        ("a<br>b<img src=x>c", "a<br>b<img>c"),
        ("<svg><path/><g></svg>x", "<svg<path><g>>x"),
        ("<div/>x", "<divx>"),
        ("<b><div></b>x</div>y", "<b<divx>y>"),
        ("</div>x", "x"),
        ("<script>a<b></script>c", "<script>c"),
        ("<p title=\"a>b\" x='>'>c", "<pc>"),
        ("a<!-- <p> -->b<!doctype x><?php > c", "ab c"),
        ("1 < 2 <3", "1 < 2 <3"),
        ("<p", ""),
    ] {
        assert_eq!(told(html), right, "{html}");
    }
}

#[test]
fn attributes_are_read_as_a_browser_reads_them() {
    let html = "<a  A=1 b='x\"y' c = \"d e\" f g=h/i title=&lt;&amp; =j>";
    let Some(Token::Start(tag)) = tokens(html).next() else {
        panic!("{html}");
    };
    let all: Vec<_> = tag.attributes().collect();
    assert_eq!(
        all,
        [
            ("A", "1"),
            ("b", "x\"y"),
            ("c", "d e"),
            ("f", ""),
            ("g", "h/i"),
            ("title", "&lt;&amp;"),
            ("=j", "")
        ]
    );
    assert_eq!(tag.get("a").as_deref(), Some("1"));
    assert_eq!(tag.get("TITLE").as_deref(), Some("<&"));
}

#[test]
fn depth_is_bounded() {
    let html = format!("{}x{}", "<div>".repeat(10_000), "</div>".repeat(10_000));
    let told = told(&html);
    assert_eq!(told.matches('>').count(), 10_000);
    assert!(told.ends_with('>'));
}
