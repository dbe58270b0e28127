//! Faults that people have reported, each with the right answer for its whole kind.

use super::*;

fn hash(html: &str) -> String {
    seen(html).hash.to_string()
}

/// B22: a clock, counters of the server and a session in the page.
#[test]
fn what_a_server_says_of_itself_is_no_change() {
    let page = |day: &str, clock: &str, built: &str, session: &str| {
        format!(
            "<!doctype html><html><head><meta name=csrf-token content={session}><title>Notices</title></head>\
             <body><main><h1>Notices</h1><p>Office closed on {day} October 2026.</p></main>\
             <div><span id=clock>{clock}</span> </div><div>Page built in {built} s, 14 queries.</div>\
             <footer>Page built in {built} s <a href='/login;jsessionid={session}'>Log in</a></footer></body></html>"
        )
    };
    let one = hash(&page("1", "10:35:02", "0.123", "9f3a"));
    assert_eq!(one, hash(&page("1", "10:41:47", "0.987", "77b0")));
    assert_ne!(one, hash(&page("2", "10:35:02", "0.123", "9f3a")));
}

/// B23: cards in another order, and an age.
#[test]
fn shuffled_cards_are_no_change() {
    let card = |shop: &str, price: &str| {
        format!("<div class=card><h3>{shop}</h3><span class=price>€{price}</span></div>")
    };
    let page = |ago: &str, cards: &[String]| {
        format!(
            "<h1>Colony kit</h1><p class=upd>Refreshed {ago} ago</p><div class=cards>{}</div>",
            cards.concat()
        )
    };
    let (a, b, c) = (
        card("North", "19,90"),
        card("South", "21,50"),
        card("West", "18,75"),
    );
    let one = page("3 hours", &[a.clone(), b.clone(), c.clone()]);
    let other = page("26 minutes", &[c, a.clone(), b.clone()]);
    assert_eq!(hash(&one), hash(&other));
    assert_ne!(
        hash(&one),
        hash(&page("3 hours", &[a, b, card("West", "18,85")]))
    );
}

/// B43: the age of a comment is no time of publication.
#[test]
fn the_byline_tells_the_time_and_comments_do_not() {
    let page = item(
        "<!doctype html><html lang=en-US><body><article><h1>Maker seeds beta eleven</h1>\
         <p class=byline>Thursday September 24, 2026 9:20 am PDT by Staff</p>\
         <p>The maker today seeded the eleventh beta.</p></article><section id=comments>\
         <div class=c><b>user-a</b> <span>7 hours ago at 10:41 am</span><p>Nice.</p></div></section></body></html>",
    );
    assert_eq!(
        page.facts.published_at.as_deref(),
        Some("2026-09-24T16:20:00Z")
    );
    assert_eq!(page.facts.author.as_deref(), Some("Staff"));
    assert_eq!(
        canonicalize(&page.content).text,
        "The maker today seeded the eleventh beta."
    );
}

/// B02: the heading is a part of the title, and the time has the site's zone.
#[test]
fn a_longer_title_wins_over_its_beginning() {
    let page = item(
        "<title>央行公告：下调存款准备金率0.5个百分点</title><body><h1>央行公告</h1>\
         <p>发布时间：2026年9月24日 17:30</p><p>自10月8日起下调金融机构存款准备金率0.5个百分点。</p>",
    );
    assert_eq!(page.content.title, "央行公告：下调存款准备金率0.5个百分点");
    assert_eq!(
        page.facts.published_at.as_deref(),
        Some("2026-09-24T09:30:00Z")
    );
    assert_eq!(page.facts.tz_assumed, Some(true));
    assert_eq!(page.content.blocks.len(), 1);
}

/// B25: blanks of every kind.
#[test]
fn blanks_in_disguise_are_no_change() {
    let plain =
        "<h1>Price list 2026</h1><p>Total: 1 299,00 € per unit</p><p>Order online today</p>";
    let disguised = "\n <h1>Price\u{A0}list   2026</h1>\n<p>Total: 1\u{202F}299,00\u{A0}€ per unit</p>\
                     <p>\u{FEFF}Order on\u{200B}line&nbsp;today </p>";
    assert_eq!(hash(plain), hash(disguised));
}

#[test]
fn hidden_parts_are_not_there() {
    for hidden in [
        "<div hidden>{}</div>",
        "<div style='display: none'>{}</div>",
        "<p style='visibility:hidden'>{}</p>",
        "<section aria-hidden=true>{}</section>",
        "<span hidden>{}</span>",
    ] {
        let hidden = hidden.replace(
            "{}",
            "A sentence that nobody is shown, long enough to count.",
        );
        assert_eq!(
            seen(&format!("<h1>T</h1><p>Shown line.</p>{hidden}")).text,
            "Shown line.",
            "{hidden}"
        );
    }
}
