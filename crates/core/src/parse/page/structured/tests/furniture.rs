//! What a page says about its site is no item.

use super::*;
use crate::item::Kind;

const SITE: &str = r##"{"@graph":[{"@type":"WebSite","name":"Shop","potentialAction":{"@type":"SearchAction","target":"/s"}},
 {"@type":["Organization","Brand"],"name":"Shop"},{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","item":{"@id":"/a","name":"A"}}]},
 {"@type":"ImageObject","name":"Logo"},{"@type":"Person","name":"Jo"},{"@type":"WebPage","name":"Home"},{"name":"No type"},{"@type":"VideoObject","name":"V"}]}"##;

#[test]
fn furniture_alone_leaves_the_page_to_its_text() {
    let parsed = read(&page(&[SITE], "<h1>About us</h1><p>We sell lamps.</p>"));
    assert_eq!(parsed.items.len(), 1);
    assert!(seen(&parsed.items[0]).contains("We sell lamps."));
}

#[test]
fn furniture_beside_a_product_is_passed_over() {
    let product = r#"{"@type":"Product","name":"Lamp"}"#;
    let business = r#"{"@type":"Store","name":"Lamps of Leeds","description":"Lamps."}"#;
    let list = r#"{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":{"@type":"Product","name":"Shade"}}]}"#;
    assert_eq!(
        only(&page(&[SITE, business, list, product], ""))
            .content
            .title,
        "Lamp"
    );
}

#[test]
fn a_business_is_what_its_page_is_about_unless_the_page_says_more() {
    let business = r#"{"@type":"LocalBusiness","name":"Lamps of Leeds","aggregateRating":{"@type":"AggregateRating","ratingValue":5,"ratingCount":280}}"#;
    let item = only(&page(&[business], "<p>Open daily.</p>"));
    assert_eq!(
        (item.content.kind, item.content.title.as_str()),
        (Kind::Page, "Lamps of Leeds")
    );
    assert!(!seen(&item).contains("280"));
    let long = format!(
        "<h1>How to hang a lamp</h1><p>{}</p>",
        "Take a drill and a ladder. ".repeat(40)
    );
    let item = only(&page(&[business], &long));
    assert!(seen(&item).contains("Take a drill"));
    let event = r#"{"@type":"MusicEvent","name":"Concert","description":"Songs.","startDate":"2026-10-01"}"#;
    let item = only(&page(&[event], "<h1>Concert</h1>"));
    assert_eq!(
        (item.content.title.as_str(), seen(&item).as_str()),
        ("Concert", "Songs.")
    );
}

#[test]
fn products_of_a_list_are_items_where_the_page_is_the_list() {
    let list = r#"{"@type":"CollectionPage","mainEntity":{"@type":"ItemList","itemListElement":[
        {"@type":"ListItem","position":1,"item":{"@type":"Product","name":"Lamp","url":"/l"}},
        {"@type":"ListItem","position":2,"item":{"@type":"Product","name":"Shade","url":"/s"}}]}}"#;
    let parsed = read_at(&page(&[list], ""), Some("https://shop.example/all"));
    let ids: Vec<&str> = parsed.items.iter().map(|item| item.id.as_str()).collect();
    assert_eq!(ids, ["https://shop.example/l", "https://shop.example/s"]);
}
