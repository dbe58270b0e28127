//! JSON-LD blocks: where they are, which repairs are made, and what is never repaired.

use super::*;

const LAMP: &str = r#"{"@type":"Product","name":"Lamp","offers":{"@type":"Offer","price":"49.90","priceCurrency":"EUR"}}"#;

fn is_read(html: &str) {
    let parsed = read(html);
    let titles: Vec<&str> = parsed
        .items
        .iter()
        .map(|item| item.content.title.as_str())
        .collect();
    assert_eq!(titles, ["Lamp"], "{html}");
    assert_eq!(parsed.around.bad_blocks, [], "{html}");
    assert_eq!(money(&parsed.items[0]), "49.90 - - - EUR", "{html}");
}

#[test]
fn a_block_is_found_however_its_tag_is_written() {
    for tag in [
        r#"script type="application/ld+json""#,
        r#"SCRIPT TYPE="application/LD+JSON""#,
        r#"script type='application/ld+json'"#,
        r#"script type=application/ld+json"#,
        r#"script type = "application/ld+json" "#,
        r#"script type=" application/ld+json ""#,
        r#"script type="application/ld+json; charset=utf-8""#,
        r#"script type="application/ld&#x2B;json""#,
        r#"script type="application/ld&#43;json""#,
        r#"script data-x="a > b" id=q type="application/ld+json" class"#,
        "script\n\ttype=\"application/ld+json\"\n",
    ] {
        is_read(&format!("<html><{tag}>{LAMP}</script></html>"));
        is_read(&format!(
            "<html><body><p>a < b</p><{tag}>{LAMP}</SCRIPT ></html>"
        ));
    }
}

#[test]
fn only_real_script_elements_are_blocks() {
    let script = format!("<script type=\"application/ld+json\">{LAMP}</script>");
    for html in [
        format!("<html><body><!-- {script} --><p>x</p></body></html>"),
        format!("<html><body><textarea>{script}</textarea></body></html>"),
        format!(
            "<html><script>var x = '{}';</script></html>",
            script.replace("</script>", "")
        ),
        format!("<html><p title='{}'>x</p></html>", script.replace('\'', "")),
        format!("<html><script type=\"application/json\">{LAMP}</script></html>"),
        format!("<html><script data-type=\"application/ld+json\">{LAMP}</script></html>"),
        format!("<html><div type=\"application/ld+json\">{LAMP}</div></html>"),
        format!("<html><pre>{}</pre></html>", script.replace('<', "&lt;")),
    ] {
        let parsed = read(&html);
        assert!(
            parsed.items.iter().all(|item| item.content.title != "Lamp"),
            "{html}"
        );
        assert_eq!(parsed.around.bad_blocks, [], "{html}");
    }
}

#[test]
fn wrappers_and_tails_that_change_no_meaning_are_passed_over() {
    for (before, behind) in [
        ("", ""),
        ("\u{FEFF}\n ", "\u{A0}\n"),
        ("", ";"),
        ("", " ;\n"),
        ("", ","),
        ("", ",;"),
        ("<!--", "-->"),
        ("<!--\n", "\n//-->"),
        ("//<!--\n", "//-->\n"),
        ("&lt;!--", "--&gt;"),
        ("<![CDATA[", "]]>"),
        ("//<![CDATA[\n", "\n//]]>"),
        ("// <![CDATA[\n", "\n// ]]&gt;\n"),
        ("/* <![CDATA[ */", "/* ]]> */"),
        ("/*<![CDATA[*/\n", ";\n/*]]>*/"),
        ("&lt;![CDATA[", "]]&gt;"),
        ("// &lt;![CDATA[\n", "\n// ]]&gt;"),
        ("<!-- //<![CDATA[\n", "//]]> -->"),
        ("/* made by a plugin */\n", ""),
        ("<!-- made by a plugin -->\n", "<!-- end -->"),
        ("// made by a plugin\n", "\n// end"),
    ] {
        is_read(&page(&[&format!("{before}{LAMP}{behind}")], ""));
        is_read(&page(&[&format!("{before}[{LAMP}]{behind}")], ""));
    }
}

#[test]
fn raw_control_characters_inside_texts_stand_for_themselves() {
    let html = page(
        &[
            "{\"@type\":\"Product\",\"name\":\"Field\tlamp\",\"description\":\"Bright.\n\tTwo\r\nmodes.\u{1}\"}",
        ],
        "",
    );
    let item = only(&html);
    assert_eq!(item.content.title, "Field lamp");
    assert_eq!(seen(&item), "Bright.\nTwo\nmodes.");
}

#[test]
fn a_comma_before_a_closing_bracket_is_passed_over() {
    is_read(&page(
        &[&LAMP.replace("}}", ",}\n,}").replace("{,", "{")],
        "",
    ));
}

#[test]
fn what_needs_a_guess_is_a_bad_block_and_the_others_are_used() {
    for bad in [
        "{invalid}",
        "{'@type':'Product','name':'x'}",
        r#"{"@type":"Product","name":"a 55" screen"}"#,
        r#"{"@type":"Product" "name":"x"}"#,
        r#"{"@type":"Product","name":"x""#,
        r#"{"@type":"Product","name":"x"#,
        r#"{"@type":"Product",,"name":"x"}"#,
        r#"{,"@type":"Product","name":"x"}"#,
        r#"{"@type":"Product","name":x}"#,
        r#"{"@type":"Product","name":undefined}"#,
        r#"{"@type":"Product","price":012}"#,
        r#"{"@type":"Product","price":.5}"#,
        r#"{"@type":"Product","price":NaN}"#,
        r#"{"@type":"Product","price":+1}"#,
        r#"{"@type":"Product","name":"it\'s"}"#,
        r#"{"@type":"Product","name":"\u12"}"#,
        r#"{"@type":"Product","name":"x"} {"@type":"Product","name":"y"}"#,
        r#"{"@type":"Product","name":"x"}}"#,
        r#"{"@type":"Product", /* a note */ "name":"x"}"#,
        "{\"@type\":\"Product\", // a note\n \"name\":\"x\"}",
        r#"{&quot;@type&quot;:&quot;Product&quot;}"#,
        r#"var data = {"@type":"Product","name":"x"}"#,
        r#"["#,
        r#""Product""#,
        "42",
        "true",
        "{{ product | json }}",
    ] {
        let parsed = read(&page(&[bad, LAMP], ""));
        assert_eq!(parsed.around.bad_blocks.len(), 1, "{bad}");
        assert!(
            parsed.around.bad_blocks[0]
                .detail
                .starts_with("JSON-LD block 1: "),
            "{bad}"
        );
        assert_eq!(parsed.items.len(), 1, "{bad}");
        assert_eq!(parsed.items[0].content.title, "Lamp");
    }
}

#[test]
fn a_fault_names_its_place() {
    let parsed = read(&page(&["null", "{\"a\": 1,\n  b: 2}"], "<p>Text</p>"));
    assert_eq!(
        parsed.around.bad_blocks[0].detail,
        "JSON-LD block 2: a name in double quotes was expected (line 2 column 3 of the block)"
    );
}

#[test]
fn a_bad_block_alone_leaves_the_page_to_its_text() {
    let parsed = read(&page(&["{invalid}"], "<h1>A page</h1><p>With text.</p>"));
    assert_eq!((parsed.items.len(), parsed.around.bad_blocks.len()), (1, 1));
    assert!(seen(&parsed.items[0]).contains("With text."));
}

#[test]
fn blocks_that_say_nothing_are_passed_over_in_silence() {
    for nothing in [
        "null",
        " null ;",
        "",
        "  \n",
        "{}",
        "[]",
        "[null]",
        "<!-- -->",
        "/* off */",
    ] {
        let parsed = read(&page(&[nothing, LAMP], ""));
        assert_eq!(parsed.around.bad_blocks, [], "{nothing}");
        assert_eq!(parsed.items.len(), 1, "{nothing}");
    }
}

#[test]
fn escapes_are_read_as_json_has_them() {
    let item = only(&page(
        &[
            r#"{"\u0040type":"Product","name":"\u5c71 \ud83d\ude00 \ud83d a\/b \"q\"","sku":12345678901234567890}"#,
        ],
        "",
    ));
    assert_eq!(item.content.title, "山 😀 \u{FFFD} a/b \"q\"");
    assert_eq!(item.id, "12345678901234567890");
}

#[test]
fn of_repeated_names_the_last_counts() {
    let item = only(&page(
        &[r#"{"@type":"Product","name":"Old","name":"New"}"#],
        "",
    ));
    assert_eq!(item.content.title, "New");
}

#[test]
fn types_and_names_may_be_written_with_their_address() {
    for (kind, name) in [
        ("\"Product\"", "name"),
        ("[\"Product\"]", "name"),
        ("[\"Thing\",\"Product\"]", "name"),
        ("\"schema:Product\"", "schema:name"),
        ("\"http://schema.org/Product\"", "http://schema.org/name"),
        (
            "\"https:\\/\\/schema.org\\/Product\"",
            "https://schema.org/name",
        ),
        ("\"https://www.schema.org/Product\"", "name"),
        ("\"product\"", "Name"),
    ] {
        let html = page(&[&format!("{{\"@type\":{kind},\"{name}\":\"Lamp\"}}")], "");
        assert_eq!(only(&html).content.title, "Lamp", "{kind}");
    }
    let other = page(
        &[r#"{"@type":"https://example.com/Product","name":"Lamp"}"#],
        "",
    );
    assert!(
        read(&other)
            .items
            .iter()
            .all(|item| item.content.title != "Lamp")
    );
}

#[test]
fn things_are_found_in_graphs_lists_frames_and_by_reference() {
    for block in [
        format!("[{LAMP}]"),
        format!("{{\"@graph\":[{LAMP}]}}"),
        format!("{{\"@context\":\"https://schema.org\",\"@graph\":{{\"@graph\":[{LAMP}]}}}}"),
        format!("{{\"@type\":\"WebPage\",\"mainEntity\":{LAMP}}}"),
        format!(
            "{{\"@type\":\"ItemPage\",\"mainEntity\":[{{\"@type\":\"WebPage\",\"mainEntity\":{LAMP}}}]}}"
        ),
        format!(
            "{{\"@type\":\"ItemList\",\"itemListElement\":[{{\"@type\":\"ListItem\",\"item\":{LAMP}}}]}}"
        ),
        format!(
            "{{\"@graph\":[{{\"@type\":\"WebPage\",\"mainEntity\":{{\"@id\":\"#p\"}}}},{}]}}",
            LAMP.replacen('{', "{\"@id\":\"#p\",", 1)
        ),
        LAMP.replace(
            "\"name\":\"Lamp\"",
            "\"name\":{\"@value\":\"Lamp\",\"@language\":\"en\"}",
        ),
        format!(
            "{{\"@graph\":[{},{{\"@id\":\"#o\",\"@type\":\"Offer\",\"price\":\"49.90\",\"priceCurrency\":\"EUR\"}}]}}",
            r##"{"@type":"Product","name":"Lamp","offers":{"@id":"#o"}}"##
        ),
    ] {
        let parsed = read(&page(&[&block], ""));
        assert!(
            parsed
                .items
                .iter()
                .any(|item| item.content.title == "Lamp" && money(item) == "49.90 - - - EUR"),
            "{block}\n{parsed:?}"
        );
    }
}

#[test]
fn references_in_a_circle_end() {
    let block = r##"{"@graph":[
        {"@id":"#a","@type":"WebPage","mainEntity":{"@id":"#b"}},
        {"@id":"#b","@type":"WebPage","mainEntity":{"@id":"#a"}},
        {"@id":"#c","@type":"Product","name":"Lamp","brand":{"@id":"#c"}}]}"##;
    let item = only(&page(&[block], ""));
    assert_eq!(item.facts.brand.as_deref(), Some("Lamp"));
}

#[test]
fn depth_and_number_of_values_are_bounded() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let many = format!("[{}1]", "1,".repeat(300_000));
    for bad in [deep, many] {
        let parsed = read(&page(&[&bad, LAMP], ""));
        assert_eq!(
            parsed.around.bad_blocks.len(),
            if bad.len() > 500_000 { 2 } else { 1 }
        );
    }
}
