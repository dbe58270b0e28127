//! Microdata and RDFa Lite.

use super::*;

fn product(inside: &str) -> Item {
    only(&format!(
        "<html><body><div itemscope itemtype=\"http://schema.org/Product\">{inside}</div></body></html>"
    ))
}

#[test]
fn values_come_from_where_the_element_keeps_them() {
    for (inside, right) in [
        ("<h1 itemprop=name>The <b>red</b> lamp</h1>", "The red lamp"),
        (
            "<h1 ItemProp=\"name\">\n The red\n lamp </h1>",
            "The red lamp",
        ),
        (
            "<meta itemprop=name content='The red lamp'>",
            "The red lamp",
        ),
        (
            "<a itemprop=name href='/x'>The red lamp</a>",
            "The red lamp",
        ),
        (
            "<span itemprop='name alternateName' content='The red lamp'>Lamp!</span>",
            "The red lamp",
        ),
        (
            "<data itemprop=name value='The red lamp'>x</data>",
            "The red lamp",
        ),
        (
            "<div itemprop=name>The red<script>x()</script> lamp</div>",
            "The red lamp",
        ),
        (
            "<meta itemprop=name content='The red &amp; lamp'>",
            "The red & lamp",
        ),
        (
            "<span itemprop='http://schema.org/name'>The red lamp</span>",
            "The red lamp",
        ),
    ] {
        assert_eq!(product(inside).content.title, right, "{inside}");
    }
}

#[test]
fn links_and_times_are_values_of_their_attributes() {
    let html = "<html><body><article itemscope itemtype='https://schema.org/NewsArticle'><a itemprop=url href='/a/1'>more</a><h1 itemprop=headline>H</h1><time itemprop=datePublished datetime='2026-09-20T08:00:00Z'>yesterday</time><span itemprop=author itemscope itemtype='https://schema.org/Person'><a itemprop=url href='/jo'><span itemprop=name>Jo</span></a></span></article></body></html>";
    let parsed = read_at(html, Some("https://paper.example/x"));
    let item = &parsed.items[0];
    assert_eq!(item.id, "https://paper.example/a/1");
    assert_eq!(
        item.facts.published_at.as_deref(),
        Some("2026-09-20T08:00:00Z")
    );
    assert_eq!(item.facts.author.as_deref(), Some("Jo"));
}

#[test]
fn offers_may_be_nested_or_repeated() {
    let item = product(
        "<span itemprop=name>Lamp</span><p itemprop=offers itemscope itemtype='http://schema.org/AggregateOffer'><meta itemprop=offercount content=2><meta itemprop=priceCurrency content=GBP><meta itemprop=lowPrice content=5.29><meta itemprop=highPrice content=9.56></p><div itemprop=offers itemscope itemtype='http://schema.org/Offer'><meta itemprop=sku content=C1><meta itemprop=price content=9.56><meta itemprop=priceCurrency content=GBP><link itemprop=availability href=http://schema.org/InStock></div><div itemprop=offers itemscope itemtype='http://schema.org/Offer'><meta itemprop=sku content=C2><meta itemprop=price content=5.29><meta itemprop=priceCurrency content=GBP></div>",
    );
    assert_eq!(money(&item), "- 5.29 9.56 - GBP");
    assert_eq!(
        (item.facts.offer_count, item.facts.offers.len()),
        (Some(2), 2)
    );
    assert_eq!(item.facts.stock.as_deref(), Some("in_stock"));
}

#[test]
fn other_elements_of_the_page_may_be_referred_to() {
    let html = "<html><body><div id=pr><span itemprop=brand>Acme</span></div><div itemscope itemtype='https://schema.org/Product' itemref='pr off gone'><h1 itemprop=name>Lamp</h1></div><div id=off itemprop=offers itemscope itemtype='https://schema.org/Offer'><meta itemprop=price content=5><meta itemprop=priceCurrency content=EUR></div></body></html>";
    let item = only(html);
    assert_eq!(
        (item.facts.brand.as_deref(), money(&item).as_str()),
        (Some("Acme"), "5 - - - EUR")
    );
    let circle = "<html><body><div id=a itemprop=x itemscope itemtype='https://schema.org/Product' itemref=a><span itemprop=name>Lamp</span></div></body></html>";
    read(circle);
}

#[test]
fn rdfa_is_read_within_its_vocabulary() {
    let inside = "<div typeof=Product><h1 property=name>Lamp</h1><div property=offers typeof=Offer><span property=price content='5.00'>5</span><meta property=priceCurrency content=EUR></div></div>";
    for html in [
        format!("<html><body vocab='http://schema.org/'>{inside}</body></html>"),
        format!("<html vocab='https://schema.org/'><body>{inside}</body></html>"),
        format!(
            "<html><body>{}<!-- schema.org --></body></html>",
            inside
                .replace("typeof=", "typeof=schema:")
                .replace("property=", "property=schema:")
        ),
    ] {
        assert_eq!(money(&only(&html)), "5.00 - - - EUR", "{html}");
    }
    let other = format!(
        "<html><head><meta property='og:title' content='schema.org'></head><body vocab='http://xmlns.com/foaf/'>{inside}</body></html>"
    );
    assert!(
        read(&other)
            .items
            .iter()
            .all(|item| item.facts.price.is_none())
    );
}

#[test]
fn unclosed_elements_end_where_a_browser_ends_them() {
    let item = product(
        "<p itemprop=name>Lamp<p itemprop=description>Warm light.<ul><li itemprop=brand>Acme<li itemprop=color>red</ul>",
    );
    assert_eq!(item.content.title, "Lamp");
    assert_eq!(seen(&item), "Warm light.");
    assert_eq!(item.facts.brand.as_deref(), Some("Acme"));
}
