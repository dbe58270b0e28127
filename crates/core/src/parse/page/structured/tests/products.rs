//! Products and what they cost.

use super::*;

fn product(offers: &str) -> Item {
    only(&page(
        &[&format!(
            "{{\"@type\":\"Product\",\"name\":\"Lamp\",\"offers\":{offers}}}"
        )],
        "",
    ))
}

fn in_language(lang: &str, offers: &str) -> Item {
    let html = page(
        &[&format!(
            "{{\"@type\":\"Product\",\"name\":\"Lamp\",\"offers\":{offers}}}"
        )],
        "",
    );
    only(&html.replace("<html>", &format!("<html lang=\"{lang}\">")))
}

#[test]
fn the_same_amount_in_two_writings_is_one_price() {
    let item = only(
        r#"<!doctype html><html lang="pt-BR"><body itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Camping stove</h1><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="3145.60"><meta itemprop="priceCurrency" content="BRL"><span>R$ 3.145,60</span></div><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Camping stove","offers":{"@type":"Offer","price":3145.6,"priceCurrency":"BRL"}}</script></body></html>"#,
    );
    assert_eq!(money(&item), "3145.60 - - - BRL");
    assert_eq!(item.facts.conflict, Some(false));
}

#[test]
fn line_breaks_inside_a_description_are_no_fault() {
    let parsed = read(
        "<!doctype html><html><head><script type=\"application/ld+json\">\n{\"@context\":\"https://schema.org\",\"@type\":\"Product\",\"name\":\"Field lamp\",\"description\":\"Bright.\n\tTwo modes.\",\"offers\":{\"@type\":\"Offer\",\"price\":\"49.90\",\"priceCurrency\":\"EUR\"}}\n</script></head><body><h1>Field lamp</h1></body></html>",
    );
    assert_eq!(parsed.around.bad_blocks, []);
    assert_eq!(parsed.items[0].content.title, "Field lamp");
    assert_eq!(money(&parsed.items[0]), "49.90 - - - EUR");
}

#[test]
fn slashes_inside_links_are_no_comments() {
    let parsed = read(
        "<!doctype html><html><head><script type=\"application/ld+json\">\n// <![CDATA[\n{\"@context\":\"https://schema.org\",\"@type\":\"Product\",\"name\":\"Wool scarf\",\"url\":\"https://shop.example.co.uk//p/9\",\"offers\":{\"@type\":\"Offer\",\"price\":15.5,\"priceCurrency\":\"GBP\"}}\n// ]]&gt;\n</script></head><body></body></html>",
    );
    let item = &parsed.items[0];
    assert_eq!(item.url.as_deref(), Some("https://shop.example.co.uk//p/9"));
    assert_eq!(money(item), "15.50 - - - GBP");
    assert_eq!(parsed.around.bad_blocks, []);
}

#[test]
fn a_sign_without_a_currency_is_read_by_the_language_and_marked() {
    let item = in_language(
        "en-US",
        r#"{"@type":"AggregateOffer","lowPrice":"$1,180","highPrice":"$1,390","offerCount":"6"}"#,
    );
    assert_eq!(money(&item), "- 1180 1390 - USD");
    assert_eq!(item.facts.currency_inferred, Some(true));
    assert_eq!(item.facts.offer_count, Some(6));
    let item = in_language("en-CA", r#"{"@type":"Offer","price":"$20"}"#);
    assert_eq!(item.facts.currency.as_deref(), Some("CAD"));
    let item = in_language(
        "en-US",
        r#"{"@type":"Offer","price":"$20","priceCurrency":"CAD"}"#,
    );
    assert_eq!(
        (item.facts.currency.as_deref(), item.facts.currency_inferred),
        (Some("CAD"), Some(false))
    );
    let item = product(r#"{"@type":"Offer","price":"20","priceCurrency":"€"}"#);
    assert_eq!(item.facts.currency.as_deref(), Some("EUR"));
    let item = product(r#"{"@type":"Offer","price":"20"}"#);
    assert_eq!(money(&item), "20 - - - -");
}

#[test]
fn an_offer_with_two_ends_is_a_range() {
    let item =
        product(r#"[{"@type":"Offer","lowPrice":"19","highPrice":35,"priceCurrency":"EUR"}]"#);
    assert_eq!(money(&item), "- 19 35 - EUR");
    let same = product(
        r#"{"@type":"AggregateOffer","lowPrice":19,"highPrice":"19.00","priceCurrency":"EUR"}"#,
    );
    assert_eq!(money(&same), "19 - - - EUR");
    let open = product(r#"{"@type":"AggregateOffer","lowPrice":19,"priceCurrency":"EUR"}"#);
    assert_eq!(money(&open), "- 19 - - EUR");
    let wrong =
        product(r#"{"@type":"AggregateOffer","lowPrice":35,"highPrice":19,"priceCurrency":"EUR"}"#);
    assert_eq!(money(&wrong), "- - - - -");
}

#[test]
fn several_offers_are_a_set_with_its_ends() {
    let one = r#"{"@type":"Offer","sku":"A","name":"Red","price":"10.00","priceCurrency":"EUR","availability":"https://schema.org/OutOfStock"}"#;
    let two = r#"{"@type":"Offer","sku":"B","name":"Blue","price":12.5,"priceCurrency":"EUR","availability":"InStock"}"#;
    let item = product(&format!("[{one},{two}]"));
    assert_eq!(money(&item), "- 10.00 12.50 - EUR");
    assert_eq!(item.facts.offer_count, Some(2));
    assert_eq!(item.facts.stock.as_deref(), Some("in_stock"));
    let rows: Vec<_> = item
        .facts
        .offers
        .iter()
        .map(|offer| {
            (
                offer.sku.as_deref().unwrap(),
                offer.price.as_deref().unwrap(),
                offer.stock.as_deref().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        rows,
        [("A", "10.00", "out_of_stock"), ("B", "12.50", "in_stock")]
    );
    let swapped = product(&format!("[{two},{one}]"));
    assert_eq!(swapped.facts, item.facts);
    let inside = product(&format!(
        "{{\"@type\":\"AggregateOffer\",\"priceCurrency\":\"EUR\",\"lowPrice\":10,\"highPrice\":12.5,\"offers\":[{one},{two}]}}"
    ));
    assert_eq!(
        (money(&inside), inside.facts.offers.len()),
        ("- 10.00 12.50 - EUR".to_owned(), 2)
    );
    let alike = product(
        r#"[{"@type":"Offer","sku":"A","price":"10","priceCurrency":"EUR"},{"@type":"Offer","sku":"B","price":"10.00","priceCurrency":"EUR"}]"#,
    );
    assert_eq!(alike.facts.price.as_deref(), Some("10.00"));
}

#[test]
fn currencies_are_not_mixed_into_one_range() {
    let item = product(
        r#"[{"@type":"Offer","price":"10","priceCurrency":"EUR"},{"@type":"Offer","price":"1500","priceCurrency":"JPY"}]"#,
    );
    assert_eq!(money(&item), "10 - - - EUR");
    assert_eq!(item.facts.offers.len(), 2);
}

#[test]
fn variants_of_a_group_are_its_offers() {
    let item = only(&page(
        &[
            r#"{"@type":"ProductGroup","name":"Shirt","productGroupID":"S1","hasVariant":[
        {"@type":"Product","sku":"S1-R","color":"Red","offers":{"@type":"Offer","price":20,"priceCurrency":"USD"}},
        {"@type":"Product","sku":"S1-B","color":"Blue","offers":{"@type":"Offer","price":25,"priceCurrency":"USD"}}]}"#,
        ],
        "",
    ));
    assert_eq!(
        (item.id.as_str(), money(&item).as_str()),
        ("S1", "- 20 25 - USD")
    );
    let names: Vec<_> = item
        .facts
        .offers
        .iter()
        .map(|offer| offer.name.as_deref().unwrap())
        .collect();
    assert_eq!(names, ["Blue", "Red"]);
}

#[test]
fn price_specifications_tell_the_list_price() {
    for kind in [
        "ListPrice",
        "https://schema.org/StrikethroughPrice",
        "schema:MSRP",
    ] {
        let item = product(&format!(
            r#"{{"@type":"Offer","priceSpecification":[
            {{"@type":"UnitPriceSpecification","price":"15.00","priceCurrency":"EUR","valueAddedTaxIncluded":"true"}},
            {{"@type":"UnitPriceSpecification","price":19,"priceCurrency":"EUR","priceType":"{kind}"}},
            {{"@type":"DeliveryChargeSpecification","price":4,"priceCurrency":"EUR"}}]}}"#
        ));
        assert_eq!(money(&item), "15.00 - - 19 EUR", "{kind}");
        assert_eq!(item.facts.tax_included, Some(true));
    }
    let unit = product(
        r#"{"@type":"Offer","price":"5","priceCurrency":"EUR","priceSpecification":{"@type":"UnitPriceSpecification","price":"25","priceCurrency":"EUR","referenceQuantity":{"@type":"QuantitativeValue","value":"1000","unitCode":"GRM"}}}"#,
    );
    assert_eq!(money(&unit), "5 - - - EUR");
}

#[test]
fn shipping_is_no_price() {
    let item = product(
        r#"{"@type":"Offer","price":"5","priceCurrency":"EUR","shippingDetails":{"@type":"OfferShippingDetails","shippingRate":{"@type":"MonetaryAmount","value":"3.95","currency":"EUR"}}}"#,
    );
    assert_eq!(money(&item), "5 - - - EUR");
}

#[test]
fn amounts_that_no_price_has_are_dropped() {
    for wrong in [
        "-5",
        "\"-5.00\"",
        "\"call us\"",
        "\"\"",
        "null",
        "99999999999999999999",
        "\"1e40\"",
        "[]",
        "{}",
    ] {
        let item = product(&format!(
            "{{\"@type\":\"Offer\",\"price\":{wrong},\"priceCurrency\":\"EUR\"}}"
        ));
        assert_eq!(item.facts.price, None, "{wrong}");
        assert_eq!(item.facts.conflict, None, "{wrong}");
    }
}

#[test]
fn written_amounts_keep_their_value() {
    for (written, lang, right) in [
        ("\"1.299,00 €\"", "de", "1299.00 - - - EUR"),
        ("\"1,299.00\"", "en", "1299.00 - - - EUR"),
        ("\"1.299\"", "de", "1299 - - - EUR"),
        ("1.299", "de", "1.299 - - - EUR"),
        ("\"129.95\"", "de", "129.95 - - - EUR"),
        ("1E2", "en", "100 - - - EUR"),
        ("0.5", "en", "0.50 - - - EUR"),
    ] {
        let item = in_language(
            lang,
            &format!("{{\"@type\":\"Offer\",\"price\":{written},\"priceCurrency\":\"EUR\"}}"),
        );
        assert_eq!(money(&item), right, "{written}");
    }
    let dinar = product(r#"{"@type":"Offer","price":"12.500","priceCurrency":"KWD"}"#);
    assert_eq!(money(&dinar), "12.500 - - - KWD");
}

#[test]
fn stock_has_three_states_with_its_reason() {
    for (written, state, reason) in [
        (
            "https://schema.org/InStock",
            "in_stock",
            "schema.org/InStock",
        ),
        (
            "http://schema.org/LimitedAvailability",
            "in_stock",
            "schema.org/LimitedAvailability",
        ),
        ("schema:SoldOut", "out_of_stock", "schema.org/SoldOut"),
        (
            "https://schema.org/PreOrder",
            "unknown",
            "schema.org/PreOrder",
        ),
        (
            "https://schema.org/BackOrder",
            "unknown",
            "schema.org/BackOrder",
        ),
        ("in stock", "in_stock", "in stock"),
        ("Out of stock", "out_of_stock", "Out of stock"),
        ("ships in May", "unknown", "ships in May"),
    ] {
        let item = product(&format!(
            "{{\"@type\":\"Offer\",\"availability\":\"{written}\"}}"
        ));
        assert_eq!(item.facts.stock.as_deref(), Some(state), "{written}");
        assert_eq!(item.facts.stock_reason.as_deref(), Some(reason));
    }
    assert_eq!(product("{\"@type\":\"Offer\"}").facts.stock, None);
}

#[test]
fn several_products_are_several_items() {
    let block = r#"[{"@type":"Product","name":"Mug","sku":"B","offers":{"@type":"Offer","price":"1200","priceCurrency":"JPY"}},
        {"@type":"Product","name":"Mug","sku":"R","offers":{"@type":"Offer","price":"1400","priceCurrency":"JPY"}},
        {"@type":"Product","name":"Cup"},{"@type":"Product","name":"Pot"}]"#;
    let parsed = read_at(
        &page(&[block], "<h1>Mugs</h1>"),
        Some("https://shop.example/mugs?utm_source=x"),
    );
    let ids: Vec<&str> = parsed.items.iter().map(|item| item.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "B",
            "R",
            "https://shop.example/mugs#Cup",
            "https://shop.example/mugs#Pot"
        ]
    );
    assert_eq!(money(&parsed.items[1]), "1400 - - - JPY");
}

#[test]
fn brand_and_numbers_are_read_from_every_writing() {
    let item = only(&page(
        &[
            r#"{"@type":"Product","name":"Lamp &amp; shade","brand":{"@type":"Brand","name":"Acme"},"gtin13":4006381333931,"description":"<p>Warm.</p><ul><li>b</li><li>a</li></ul>"}"#,
        ],
        "",
    ));
    assert_eq!(item.facts.sku.as_deref(), Some("4006381333931"));
    assert_eq!(item.facts.brand.as_deref(), Some("Acme"));
    assert_eq!(item.content.title, "Lamp & shade");
    assert_eq!(seen(&item), "Warm.\n- a\n- b");
}

#[test]
fn an_offer_by_itself_is_the_product_that_it_offers() {
    let item = only(&page(
        &[
            r#"{"@type":"Offer","price":"5","priceCurrency":"EUR","itemOffered":{"@type":"Product","name":"Lamp"}}"#,
        ],
        "",
    ));
    assert_eq!(
        (item.content.title.as_str(), money(&item).as_str()),
        ("Lamp", "5 - - - EUR")
    );
}
