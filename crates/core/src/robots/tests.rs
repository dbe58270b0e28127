//! Rules of robots.txt: what is allowed, to whom.

use proptest::prelude::*;

use super::{MOST_BYTES, Robots, looks_like_robots};

fn robots(text: &str) -> Robots {
    Robots::of(text)
}

fn allowed(text: &str, path: &str) -> bool {
    robots(text).allowed("readonce/1.0 (+https://example.com/bot)", path)
}

#[test]
fn a_mark_before_the_first_line_hides_no_group() {
    let found = Robots::parse(b"\xEF\xBB\xBFUser-agent: *\nDisallow: /jobs/\nCrawl-delay: 5\n");
    assert!(!found.allowed("readonce", "/jobs/12"));
    assert!(found.allowed("readonce", "/about"));
    assert_eq!(found.crawl_delay_s("readonce"), Some(5.0));
}

#[test]
fn lines_end_in_any_way_and_empty_ones_end_no_group() {
    for end in ["\n", "\r\n", "\r", "\n\n", "\r\r\r"] {
        let text = [
            "# shop",
            "User-agent: *",
            "sitemap: https://a.example/s.xml",
            "",
            "Disallow: /*.json$",
            "Disallow: /css/",
        ]
        .join(end);
        let found = robots(&text);
        assert_eq!(found.sitemaps, ["https://a.example/s.xml"], "{end:?}");
        for (path, answer) in [
            ("/css/", false),
            ("/css/a.css", false),
            ("/a/b.json", false),
            ("/a/b.json?x=1", true),
            ("/css", true),
        ] {
            assert_eq!(found.allowed("any", path), answer, "{end:?} {path}");
        }
    }
}

#[test]
fn the_longest_rule_decides_and_of_two_alike_the_one_that_allows() {
    let text =
        "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nDisallow: /x\nAllow: /x";
    for (path, answer) in [
        ("/a", false),
        ("/a/b", true),
        ("/a/b/c/d", false),
        ("/x/y", true),
    ] {
        assert_eq!(allowed(text, path), answer, "{path}");
    }
    assert!(allowed("User-agent: *\nDisallow: /", "/robots.txt"));
    assert!(!allowed("User-agent: *\nDisallow: /", ""));
    assert!(allowed("User-agent: *\nDisallow:", "/x"));
    assert!(allowed("", "/x"));
}

#[test]
fn a_group_that_names_the_crawler_replaces_the_one_for_all() {
    let text = "User-agent: *\nDisallow: /\n\nUser-agent: ReadOnce\nuser-agent: other\nDisallow: /private\n\nUser-agent: readonce\nDisallow: /tmp\nCrawl-delay: 2.5";
    for (path, answer) in [("/", true), ("/private/a", false), ("/tmp", false)] {
        assert_eq!(allowed(text, path), answer, "{path}");
    }
    let found = robots(text);
    assert!(!found.allowed("other", "/private") && found.allowed("other", "/tmp"));
    assert!(
        !found.allowed("read", "/a"),
        "a part of a name is another name"
    );
    assert_eq!(found.crawl_delay_s("readonce"), Some(2.5));
    assert_eq!(found.crawl_delay_s("other"), None);
}

#[test]
fn rules_before_any_name_hold_for_nobody_and_a_sitemap_ends_no_group() {
    assert!(allowed("Disallow: /\nUser-agent: x\nDisallow: /a", "/b"));
    let text = "User-agent: a\nSitemap: https://a.example/1.xml\nUser-agent: readonce\nUnknown: 7\nDisallow: /p";
    assert!(!allowed(text, "/p"));
    assert!(!robots(text).allowed("a", "/p"));
}

#[test]
fn stars_and_dollars_are_signs_in_rules_and_characters_in_addresses() {
    for (rule, path, answer) in [
        ("/fish*.php", "/fishing/catfish.php?id=1", false),
        ("/fish*.php$", "/fishing/catfish.php?id=1", true),
        ("/*.php$", "/a.php.php", false),
        ("*/b/*/d", "/a/b/c/d/e", false),
        ("*/b/*/d", "/a/b/d", true),
        ("/a$b", "/a$b/c", true),
        ("/a%24b", "/a$b/c", false),
        ("/with-a-%2A.html", "/with-a-*.html", false),
        ("/with-a-%2A.html", "/with-a-x.html", true),
        ("/$", "/", false),
        ("/$", "/a", true),
        ("/a**b", "/aXb", false),
    ] {
        let text = format!("User-agent: *\nDisallow: {rule}");
        assert_eq!(allowed(&text, path), answer, "{rule} {path}");
    }
}

#[test]
fn escapes_are_one_with_what_they_stand_for() {
    for (rule, path) in [
        ("/foo/bar/ツ", "/foo/bar/%E3%83%84"),
        ("/foo/bar/%e3%83%84", "/foo/bar/ツ"),
        ("/foo/bar/%62%61%7A", "/foo/bar/baz"),
        (
            "/foo/bar?baz=https://foo.bar",
            "/foo/bar?baz=https%3A%2F%2Ffoo.bar",
        ),
        ("/Service References/", "/Service%20References/x"),
        ("/~joe", "/%7Ejoe"),
    ] {
        let text = format!("User-agent: *\nDisallow: {rule}");
        assert!(!allowed(&text, path), "{rule} {path}");
    }
    assert!(
        allowed("User-agent: *\nDisallow: /a/b", "/a%2Fb"),
        "an escaped slash parts no path"
    );
    assert!(!allowed(
        "User-agent: *\nDisallow: /a",
        "https://Shop.example.com/a?x#y"
    ));
    assert!(allowed(
        "User-agent: *\nDisallow: /a",
        "https://shop.example.com"
    ));
}

#[test]
fn forgotten_colons_and_common_misspellings_are_read() {
    assert!(!allowed("Useragent *\nDissallow /a", "/a"));
    assert!(!allowed("user agent : *\nDISALLOW:/a # never", "/a"));
    assert!(allowed("User-agent: *\nDisallow the devil", "/the"));
}

#[test]
fn what_lies_behind_the_limit_is_not_read_and_no_rule_is_cut() {
    let start = "User-agent: *\nDisallow: /first\n";
    let filler = format!("# {}\n", "x".repeat(97)).repeat(MOST_BYTES / 100);
    let text = format!("{start}{filler}Disallow: /late-and-much-longer\n");
    let found = Robots::parse(text.as_bytes());
    assert!(text.len() > MOST_BYTES);
    assert_eq!(found.groups[0].rules.len(), 1);
    assert!(!found.allowed("x", "/first") && found.allowed("x", "/late"));
    let one_line = format!("{start}{}", "Disallow: /".repeat(100_000));
    assert_eq!(robots(&one_line).groups[0].rules.len(), 1);
}

#[test]
fn a_pattern_of_many_stars_is_matched_without_going_back() {
    // Each part is looked for once from where the one before ended: with going back this would
    // take longer than anyone waits.
    let text = format!("User-agent: *\nDisallow: /{}b", "a*".repeat(5_000));
    assert!(allowed(&text, &format!("/{}", "a".repeat(100_000))));
}

#[test]
fn a_robots_txt_is_known_by_its_lines() {
    for text in [
        "User-agent: *\nDisallow:",
        "# hello\n\nuser-agent: x",
        "\u{FEFF}Sitemap: https://a.example/s.xml\nUser-agent: *",
    ] {
        assert!(looks_like_robots(text), "{text}");
    }
    for text in [
        "",
        "# only words",
        "Allow me to say: no",
        "Dear user-agent: hello",
        "12",
        "Sitemap: a\nand so on",
    ] {
        assert!(!looks_like_robots(text), "{text}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        lines in prop::collection::vec(prop::sample::select(vec![
            "User-agent: *", "Disallow: /", "Allow: /a*b$", "\r", "\n", "Crawl-delay: 1e9", "%", "%2", "*", "$",
            "Crawl-delay: 99999999999999999999999999", "é", "Sitemap:",
        ]), 0..30),
        path in ".{0,30}",
    ) {
        for text in [bytes, lines.concat().into_bytes()] {
            let found = Robots::parse(&text);
            let _ = found.allowed("readonce", &path);
            prop_assert!(found.crawl_delay_s("readonce").is_none_or(|delay| delay >= 0.0));
        }
    }

    #[test]
    fn without_signs_a_rule_matches_what_begins_with_it(rule in "/[a-z/]{0,8}", path in "/[a-z/]{0,8}") {
        let text = format!("User-agent: *\nDisallow: {rule}");
        prop_assert_eq!(allowed(&text, &path), !path.starts_with(&rule));
    }
}
