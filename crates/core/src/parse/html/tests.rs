//! What a reader sees is what is left, for good markup, for bad markup and for no markup at all.

mod laws;

use super::blocks;
use crate::canonical::canonicalize;
use crate::item::{Block, Content, Kind};

/// The canonical text of a fragment: what tests of visible lines compare.
fn seen(html: &str) -> String {
    let content = Content {
        kind: Kind::Posting,
        title: String::new(),
        blocks: blocks(html),
    };
    canonicalize(&content).text
}

#[test]
fn lines_are_the_same_whatever_element_makes_them() {
    for html in [
        "<p>one</p><p>two</p><p>three</p>",
        "<div>one</div><div>two</div>three",
        "one<br>two<br/>three<hr>",
        "<h2>one</h2>\n two <section>three</section>",
        "<p>one<p>two<p>three",
        "<pre>one\ntwo\r\n\nthree</pre>",
        "<div><div>one</div>two</div><blockquote><p>three</p></blockquote>",
        "<p>one</p><p>&nbsp;</p><div>\u{200B}</div><p>two</p><p></p>three</div></p>",
        "<DIV CLASS=x data-y='>'>one</DIV ><p title=\"a > b\">two</p><p>three",
    ] {
        assert_eq!(seen(html), "one\ntwo\nthree", "{html}");
    }
}

#[test]
fn inline_elements_do_not_break_words() {
    assert_eq!(
        seen("<b>Sen</b>ior <i>Eng</i>ineer<wbr>ing"),
        "Senior Engineering"
    );
    assert_eq!(seen("a\n  <span> b</span>"), "a b");
}

#[test]
fn lists_keep_their_nesting() {
    let html = "<ul><li>b<ol><li>x<li>y</ol></li><li><p>a</p><p>more</p></li></ul>";
    assert_eq!(seen(html), "- a\n  more\n- b\n  1. x\n  2. y");
}

#[test]
fn naked_items_are_a_list_until_other_text_comes() {
    assert_eq!(
        seen("\n<li>b</li>\n<li>a</li>\n after <li>c"),
        "- a\n- b\nafter\n- c"
    );
}

#[test]
fn a_list_between_items_belongs_to_the_item_before() {
    assert_eq!(
        seen("<ul><li>a</li><ul><li>a1</li></ul><li>b</li></ul>"),
        "- a\n  - a1\n- b"
    );
}

#[test]
fn unclosed_and_stray_tags_lose_no_text() {
    assert_eq!(seen("<ul><li>a<li>b</div></p>"), "- a\n- b");
    assert_eq!(seen("</ul></li></td>text</table>"), "text");
    assert_eq!(seen("a < b and 1<2 <3 </"), "a < b and 1<2 <3 </");
}

#[test]
fn an_input_that_stops_inside_a_tag_shows_what_came_before() {
    assert_eq!(seen("one<p style=\"min-hei"), "one");
    assert_eq!(seen("one<!-- two"), "one");
    assert_eq!(seen("one<script>two"), "one");
}

#[test]
fn rows_are_lines_and_layout_tables_are_not() {
    let data = "<table><tr><th>Level</th><th>Pay</th><th></th></tr>\
                <tr><td><p>L1</p></td><td></td><td>9</td></table>";
    assert_eq!(seen(data), "Level | Pay\nL1 | | 9");
    let layout = "<table><tr><td><p>one</p><ul><li>x</li></ul></td></tr></table>two";
    assert_eq!(seen(layout), "one\n- x\ntwo");
    let mixed = "<table><tr><td>Skills<td><ul><li>x</ul></tr></table>";
    assert_eq!(seen(mixed), "Skills\n- x");
}

#[test]
fn what_is_not_shown_is_dropped() {
    for html in [
        "a<script>if (a<b) document.write('</div>')</script >b",
        "a<style>p { display: none }</style>b",
        "a<!-- <p>x</p> --->b",
        "a<!-->b",
        "a<template><p>x</p></template>b",
        "a<span hidden>x<b>y</b></span>b",
        "a<span style='color:red; DISPLAY : none !important'>x</span>b",
        "a<i aria-hidden=true>x</i>b",
        "a<svg viewBox='0'><path/><path/><title>x</title></svg>b",
        "a<svg/>b",
        "a<img hidden src=x>b",
        "a<span aria-hidden=false>b</span>",
        "a<?xml version='1.0'?><!DOCTYPE html>b",
    ] {
        assert_eq!(seen(html), "ab", "{html}");
    }
}

#[test]
fn a_hidden_element_that_nobody_closed_ends_with_what_is_around_it() {
    assert_eq!(seen("<div>a<span hidden>x</div>b"), "a\nb");
    assert_eq!(seen("<ul><li hidden>x<li>a</ul>b"), "- a\nb");
    assert_eq!(seen("<p hidden>x<p>a"), "a");
    assert_eq!(seen("<p hidden>x<div>a</div>"), "a");
    assert_eq!(
        seen("<div hidden>x<div>y</div></p><ul><li>z</ul>w</div>a"),
        "a"
    );
    assert_eq!(
        seen(&format!("<div hidden>{}</div>a", "<p><b>x".repeat(500))),
        "a"
    );
    assert_eq!(seen("<table><tr><td hidden>x<td>a<td>b</table>"), "a | b");
}

#[test]
fn entities_are_read_once() {
    assert_eq!(
        seen("R&amp;D &lt;b&gt; &amp;amp; caf&eacute;&nbsp;&#8211; &#x2F;"),
        "R&D <b> &amp; café - /"
    );
}

#[test]
fn raised_figures_stay_raised() {
    assert_eq!(
        seen("10<sup>2</sup> m<sup>-1</sup> CO<sub>2</sub>"),
        "10² m⁻¹ CO₂"
    );
    assert_eq!(seen("4<sup>th</sup> floor"), "4th floor");
}

#[test]
fn nesting_without_end_is_flattened() {
    let deep = format!(
        "{}bottom{}",
        "<ul><li>".repeat(10_000),
        "</ul>".repeat(10_000)
    );
    let text = seen(&format!("{deep}after"));
    assert!(text.ends_with("bottom\nafter"), "{text}");
    let tables = format!("{}bottom", "<table><tr><td>".repeat(10_000));
    assert_eq!(seen(&tables), "bottom");
}

#[test]
fn blank_characters_in_any_disguise_hash_alike() {
    let plain =
        "<h1>Price list 2026</h1><p>Total: 1 299,00 € per unit</p><p>Order online today</p>";
    let disguised = "\n <h1>Price list \u{A0} 2026</h1>\n<p>Total: 1\u{202F}299,00\u{A0}€ per unit</p>\
                     <p>\u{FEFF}Order on\u{200B}line&nbsp;today </p>";
    assert_eq!(seen(plain), seen(disguised));
}
