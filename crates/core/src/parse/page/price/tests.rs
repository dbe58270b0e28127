//! Prices as shops show them, beside structured data and alone.

use crate::item::{Item, Kind};
use crate::parse::{Response, parse};

fn item(html: &str) -> Item {
    let response = Response {
        body: html.as_bytes(),
        at_ms: 1_790_303_700_000,
        ..Response::default()
    };
    let mut parsed = parse(&response).unwrap();
    assert_eq!(parsed.items.len(), 1, "{html}");
    parsed.items.remove(0)
}

/// A product that structured data offers for 75 USD, on a page with this body.
fn beside(body: &str) -> String {
    told(&item(&format!(
        "<html lang=en-US><head><script type=\"application/ld+json\">{{\"@type\":\"Product\",\"name\":\"Red lamp\",\"offers\":{{\"@type\":\"Offer\",\"price\":\"75.00\",\"priceCurrency\":\"USD\"}}}}</script></head><body>{body}</body></html>"
    )))
}

/// Price, list price, currency, and whether parts of the page disagree.
fn told(item: &Item) -> String {
    let facts = &item.facts;
    let price = match (&facts.price, &facts.price_low, &facts.price_high) {
        (Some(price), ..) => price.clone(),
        (None, low, high) => format!(
            "{}..{}",
            low.as_deref().unwrap_or("-"),
            high.as_deref().unwrap_or("-")
        ),
    };
    let list = facts.list_price.as_deref().unwrap_or("-");
    let currency = facts.currency.as_deref().unwrap_or("-");
    let conflict = if facts.conflict == Some(true) {
        " conflict"
    } else {
        ""
    };
    format!("{price} {list} {currency}{conflict}")
}

#[test]
fn the_sale_price_on_show_beats_the_regular_one_of_the_data() {
    for body in [
        "<h1>Red lamp</h1><p class=price><del><span class=amount>$75.00</span></del> <ins><span class=amount>$50.00</span></ins></p>",
        "<h1>Red lamp</h1><p class=price><del aria-hidden=true><bdi>$75.00</bdi></del> <span class=screen-reader-text>Original price was: &#36;75.00.</span><ins aria-hidden=true><bdi>$50.00</bdi></ins><span class=screen-reader-text>Current price is: &#36;50.00.</span></p>",
        "<h1>Red lamp</h1><div class=price-box><span class=old-price>Was $75.00</span><span class=special-price>Now $50.00</span></div>",
        "<h1>Red lamp</h1><div><span class=\"product-price--sale\">$50.00</span><s>$75.00</s></div>",
        "<h1>Red lamp</h1><div class=\"price price--on-sale\"><div class=price__regular><span class=visually-hidden>Regular price</span><span class=\"price-item price-item--regular\">$75.00</span></div><div class=price__sale><s class=\"price-item price-item--regular\">$75.00</s><span class=\"price-item price-item--sale\">$50.00</span></div></div>",
        "<h1>Red lamp</h1><span class=price>$50.00</span><span class=price style='text-decoration: line-through'>$75.00</span>",
        "<h1>Red lamp</h1><span id=salePrice>$50.00</span> <span id=listPrice>$75.00</span>",
        "<h1>Red lamp</h1><p>Was $75.00 now $50.00</p>",
        "<h1>Red lamp</h1><span class=price>$50.00</span>",
        "<h1>Red lamp</h1><h2 class=price>$50</h2>",
        "<h1>Shop</h1><h2>Red lamp</h2><span class=price>$50.00</span>",
        "<div class=price>$9.99</div><h1>Red lamp</h1><span class=price><span class=currency>$</span>50<sup>00</sup></span>",
        "<h1>Red lamp</h1><span class=price><span class=price-symbol>$</span><span class=price-whole>50<span>.</span></span><span class=price-fraction>00</span></span>",
    ] {
        let right = beside(body).replace("50 ", "50.00 ");
        assert_eq!(right, "50.00 75.00 USD conflict", "{body}");
    }
}

#[test]
fn prices_that_agree_make_no_conflict() {
    for (body, right) in [
        (
            "<h1>Red lamp</h1><span class=price>$75</span>",
            "75.00 - USD",
        ),
        (
            "<h1>Red lamp</h1><span class=price>$75.00</span><del>$90.00</del>",
            "75.00 90.00 USD",
        ),
        (
            "<h1>Red lamp</h1><span class=price>75.00</span>",
            "75.00 - USD",
        ),
        (
            "<h1>Red lamp</h1><div class=price__regular>$75.00</div>",
            "75.00 - USD",
        ),
        ("<h1>Red lamp</h1><p>US$ 75.00 incl. tax</p>", "75.00 - USD"),
        ("<h1>Red lamp</h1>", "75.00 - USD"),
        ("<p>nothing</p>", "75.00 - USD"),
        (
            "<h1>Red lamp</h1><span class=price>$60.00 – $90.00</span>",
            "60.00..90.00 - USD",
        ),
    ] {
        assert_eq!(beside(body), right, "{body}");
    }
}

#[test]
fn amounts_of_other_things_are_never_the_price() {
    for other in [
        "<p>Free delivery over $35</p>",
        "<p class=shipping>Shipping <span class=price>$4.95</span></p>",
        "<p class=delivery-price>$4.95</p>",
        "<p>You save $25.00</p>",
        "<p class=savings><b class=price>$25.00</b></p>",
        "<p class=price-per-unit>$3.10 / 100 g</p>",
        "<p>($3.10/100 g)</p>",
        "<p class=unit-price>$3.10 per 100 g</p>",
        "<p>or 4 interest-free payments of $18.75</p>",
        "<p>$6.25/month</p>",
        "<div class=klarna-placement><span class=price>$18.75</span></div>",
        "<div class=related-products><div><a href='/x'>Blue lamp</a><span class=price>$20.00</span></div></div>",
        "<a href='/x'>Blue lamp <span class=price>$20.00</span></a>",
        "<h2>You may also like</h2><div><span class=price>$20.00</span></div>",
        "<p hidden class=price>$1.00</p>",
        "<p style='display: none' class=price>$1.00</p>",
        "<template><p class=price>$1.00</p></template>",
        "<select class=price><option>$1.00</option></select>",
        "<p>Win one of ten gift cards worth $500 with every purchase this summer</p>",
        "<p>Model 1200</p>",
        "<div><span class=price>$20.00</span><span class=price>$30.00</span></div>",
        "<footer><span class=price>$20.00</span></footer>",
    ] {
        assert_eq!(
            beside(&format!("<h1>Red lamp</h1>{other}")),
            "75.00 - USD",
            "{other}"
        );
        let first = format!(
            "<h1>Red lamp</h1><p class=price>$50.00</p><p>{}</p>{other}",
            "Text. ".repeat(40)
        );
        assert_eq!(beside(&first), "50.00 75.00 USD conflict", "{other}");
    }
}

#[test]
fn a_higher_price_on_show_is_a_conflict_without_a_list_price() {
    assert_eq!(
        beside("<h1>Red lamp</h1><span class=price>$80.00</span>"),
        "80.00 - USD conflict"
    );
}

#[test]
fn another_currency_on_show_is_a_conflict() {
    assert_eq!(
        beside("<h1>Red lamp</h1><span class=price>69,00 €</span>"),
        "69.00 - EUR conflict"
    );
    assert_eq!(
        beside("<h1>Red lamp</h1><span class=price>£60.00</span>"),
        "60.00 - GBP conflict"
    );
}

#[test]
fn a_page_with_a_title_and_one_price_is_a_product() {
    for (body, right) in [
        ("<h1>My product</h1><p>$3,924.80</p>", "3924.80 - USD"),
        (
            "<h1>My product</h1><p class=price>1.299,00 €</p><button>Buy</button>",
            "1299.00 - EUR",
        ),
        (
            "<h1>My product</h1><p><del>1,980円</del> 1,480円</p>",
            "1480 1980 JPY",
        ),
    ] {
        let item = item(&format!("<html><body>{body}</body></html>"));
        assert_eq!(item.content.kind, Kind::Product, "{body}");
        assert_eq!(
            (item.content.title.as_str(), told(&item).as_str()),
            ("My product", right)
        );
        let text = crate::canonical::canonicalize(&item.content).text;
        assert!(
            !text.contains("My product") && !text.chars().any(|c| c.is_ascii_digit()),
            "{text}"
        );
    }
}

#[test]
fn a_price_is_not_enough_to_be_a_product() {
    let text = "The council decided to raise the fee for parking in the old town. ".repeat(12);
    for body in [
        format!("<h1>Parking gets dearer</h1><p class=price>$4.00</p><p>{text}</p>"),
        "<h1>Plans</h1><div class=price>$5</div><div class=price>$9</div><div class=price>$19</div>".to_owned(),
        "<p class=price>$5.00</p>".to_owned(),
        "<h1>My product</h1><p>1299</p>".to_owned(),
        "<h1>My product</h1><p>Free delivery over $35</p>".to_owned(),
    ] {
        let item = item(&format!("<html><body>{body}</body></html>"));
        assert_ne!(item.content.kind, Kind::Product, "{body}");
        assert_eq!(item.facts.price, None, "{body}");
    }
}
