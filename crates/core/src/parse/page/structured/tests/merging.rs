//! One thing that a page tells of twice is one item.

use super::*;

fn micro(name: &str, price: &str) -> String {
    format!(
        "<div itemscope itemtype='https://schema.org/Product'><span itemprop=name>{name}</span><meta itemprop=brand content=Acme><div itemprop=offers itemscope itemtype='https://schema.org/Offer'><meta itemprop=price content='{price}'><meta itemprop=priceCurrency content=EUR></div></div>"
    )
}

fn linked(extra: &str, price: &str) -> String {
    format!(
        r#"{{"@type":"Product","name":"Lamp"{extra},"offers":{{"@type":"Offer","price":{price},"priceCurrency":"EUR"}}}}"#
    )
}

#[test]
fn what_one_leaves_out_comes_from_the_other() {
    let item = only(&page(
        &[&linked(r#","sku":"L1""#, "49.9")],
        &micro("Lamp", "49.90"),
    ));
    assert_eq!(
        (item.id.as_str(), item.facts.brand.as_deref()),
        ("L1", Some("Acme"))
    );
    assert_eq!(
        (money(&item).as_str(), item.facts.conflict),
        ("49.90 - - - EUR", Some(false))
    );
}

#[test]
fn markup_wins_over_a_block_that_says_another_price() {
    let item = only(&page(&[&linked("", "59.90")], &micro("LAMP", "49.90")));
    assert_eq!(
        (item.facts.price.as_deref(), item.facts.conflict),
        (Some("49.90"), Some(true))
    );
}

#[test]
fn the_same_address_or_number_is_the_same_thing() {
    let at = |name: &str, rest: &str| {
        format!(r##"{{"@id":"#p","@type":"Product","name":"{name}"{rest}}}"##)
    };
    let item = only(&page(
        &[&at("Lamp", ""), &at("Lamp, red", r#","brand":"Acme""#)],
        "",
    ));
    assert_eq!(
        (item.content.title.as_str(), item.facts.brand.as_deref()),
        ("Lamp", Some("Acme"))
    );
    let sku = |name: &str| format!(r#"{{"@type":"Product","name":"{name}","sku":7}}"#);
    only(&page(&[&sku("Lamp"), &sku("Lamp, red")], ""));
}

#[test]
fn other_numbers_or_links_are_other_things() {
    let two = [linked(r#","sku":"A""#, "1"), linked(r#","sku":"B""#, "2")];
    assert_eq!(read(&page(&[&two[0], &two[1]], "")).items.len(), 2);
    let two = [
        linked(r#","url":"https://a.example/1""#, "1"),
        linked(r#","url":"https://a.example/2""#, "2"),
    ];
    assert_eq!(read(&page(&[&two[0], &two[1]], "")).items.len(), 2);
    let reply = |text: &str| format!(r#"{{"@type":"Comment","name":"Re: lamp","text":"{text}"}}"#);
    assert_eq!(
        read(&page(&[&reply("Yes."), &reply("No.")], ""))
            .items
            .len(),
        2
    );
    let kinds = [
        r#"{"@type":"Product","name":"Lamp"}"#,
        r#"{"@type":"Article","headline":"Lamp"}"#,
    ];
    assert_eq!(read(&page(&kinds, "")).items.len(), 2);
}

#[test]
fn a_price_within_the_range_of_the_other_is_no_conflict() {
    let range = r#"{"@type":"Product","name":"Lamp","offers":{"@type":"AggregateOffer","lowPrice":40,"highPrice":60,"priceCurrency":"EUR"}}"#;
    let item = only(&page(&[range], &micro("Lamp", "49.90")));
    assert_eq!(
        (money(&item).as_str(), item.facts.conflict),
        ("- 40 60 - EUR", Some(false))
    );
}
