//! What tags, classes and names of elements say about the amounts inside.

use std::collections::HashMap;

use crate::parse::page::elements::Tag;

/// What is said about all that stands in an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Signs {
    /// It is there to show a price.
    pub(super) price: bool,
    /// What it cost before, or costs elsewhere.
    pub(super) old: bool,
    /// The regular price: an old one where another stands beside it.
    pub(super) regular: bool,
    /// What it costs now.
    pub(super) now: bool,
    /// Not this product's price: shipping, other products, savings, amounts per unit.
    pub(super) other: bool,
    pub(super) hidden: bool,
    /// Inside a link to somewhere else.
    pub(super) linked: bool,
}

/// Attributes whose values are words of whoever built the page.
const NAMING: [&str; 11] = [
    "class",
    "id",
    "itemprop",
    "data-testid",
    "data-test",
    "data-test-id",
    "data-qa",
    "data-hook",
    "data-automation",
    "data-role",
    "data-price-type",
];

/// Attributes whose mere presence says as much.
const BARE: [&str; 6] = [
    "data-price",
    "data-product-price",
    "data-sale-price",
    "data-regular-price",
    "data-compare-price",
    "data-old-price",
];

const PRICE: [&str; 18] = [
    "price", "prices", "pricing", "preis", "preise", "prix", "precio", "precios", "prezzo",
    "preco", "prijs", "pris", "cena", "fiyat", "harga", "amount", "pricebox", "jiage",
];
const OLD: [&str; 20] = [
    "old",
    "was",
    "rrp",
    "msrp",
    "uvp",
    "srp",
    "original",
    "before",
    "previous",
    "former",
    "compare",
    "compared",
    "crossed",
    "strike",
    "striked",
    "strikethrough",
    "struck",
    "list",
    "statt",
    "retail",
];
const NOW: [&str; 15] = [
    "now",
    "sale",
    "special",
    "current",
    "final",
    "actual",
    "offer",
    "discounted",
    "promo",
    "deal",
    "new",
    "our",
    "today",
    "selling",
    "reduced",
];
const OTHER: [&str; 56] = [
    "related",
    "similar",
    "recommend",
    "recommended",
    "recommendation",
    "recommendations",
    "crosssell",
    "crossell",
    "crosssells",
    "upsell",
    "upsells",
    "cross",
    "also",
    "viewed",
    "recently",
    "carousel",
    "slick",
    "swiper",
    "footer",
    "minicart",
    "shipping",
    "delivery",
    "versand",
    "lieferung",
    "livraison",
    "envio",
    "spedizione",
    "financing",
    "finance",
    "installment",
    "installments",
    "instalment",
    "instalments",
    "klarna",
    "afterpay",
    "affirm",
    "paypal",
    "clearpay",
    "points",
    "loyalty",
    "giftcard",
    "warranty",
    "insurance",
    "addon",
    "addons",
    "accessory",
    "accessories",
    "bundle",
    "bundles",
    "review",
    "reviews",
    "coupon",
    "voucher",
    "saving",
    "savings",
    "grundpreis",
];
/// Of a price: amounts for a measure, or by which it fell.
const NOT_THE_PRICE: [&str; 13] = [
    "unit",
    "per",
    "base",
    "save",
    "saved",
    "saving",
    "diff",
    "difference",
    "shipping",
    "percent",
    "monthly",
    "month",
    "range",
];

/// The names of a page, each taken apart once: a page repeats few of them very often.
#[derive(Default)]
pub(super) struct Names<'a> {
    known: HashMap<&'a str, Says>,
}

impl<'a> Names<'a> {
    /// What an element adds to what its parents said, and whether it names a price itself.
    pub(super) fn signs(&mut self, tag: &Tag<'a>, around: Signs) -> (Signs, bool) {
        let mut own = Own {
            signs: around,
            price: false,
        };
        self.read(tag, &mut own);
        (own.signs, own.price)
    }

    fn read(&mut self, tag: &Tag<'a>, own: &mut Own) {
        if ["html", "body", "main"].iter().any(|frame| tag.is(frame)) {
            // They name the whole page: classes such as "with-reviews" say nothing about its parts.
            return;
        }
        by_tag(tag, &mut own.signs);
        for (name, raw) in tag.attributes() {
            let is = |known: &&str| name.eq_ignore_ascii_case(known);
            if NAMING.iter().any(&is) {
                raw.split_ascii_whitespace()
                    .for_each(|token| own.add(self.says(token)));
            } else if BARE.iter().any(&is) {
                own.add(self.says(name.get(5..).unwrap_or("")));
            } else if is(&"hidden") {
                own.signs.hidden = true;
            } else if is(&"style") {
                by_style(raw, &mut own.signs);
            }
        }
    }

    fn says(&mut self, token: &'a str) -> Says {
        *self.known.entry(token).or_insert_with(|| Says::of(token))
    }
}

struct Own {
    signs: Signs,
    price: bool,
}

fn by_tag(tag: &Tag, signs: &mut Signs) {
    let is = |names: &[&str]| names.iter().any(|name| tag.is(name));
    signs.old |= is(&["del", "s", "strike"]);
    signs.now |= is(&["ins"]);
    signs.hidden |= is(&[
        "template", "noscript", "script", "style", "select", "head", "svg", "dialog",
    ]);
    signs.other |= is(&["footer", "nav"]);
    if is(&["a"]) {
        let target = tag.get("href").unwrap_or_default();
        let target = target.trim();
        let stays =
            target.is_empty() || target.starts_with('#') || target.starts_with("javascript:");
        signs.linked |= !stays;
    }
}

fn by_style(style: &str, signs: &mut Signs) {
    let squeezed: String = style.chars().filter(|c| !c.is_whitespace()).collect();
    let squeezed = squeezed.to_ascii_lowercase();
    signs.hidden |= squeezed.contains("display:none") || squeezed.contains("visibility:hidden");
    signs.old |= squeezed.contains("line-through");
}

/// What one name says by itself.
#[derive(Clone, Copy, Debug, Default)]
struct Says {
    hidden: bool,
    price: bool,
    /// A price, though in other words.
    priced: bool,
    regular: bool,
    old: bool,
    now: bool,
    /// Something else, whatever else is said.
    other: bool,
    /// Of a price: not the one to pay.
    not_the_price: bool,
}

impl Says {
    fn of(token: &str) -> Self {
        if matches!(
            token,
            "hidden" | "d-none" | "hide" | "is-hidden" | "uk-hidden"
        ) {
            return Self {
                hidden: true,
                ..Self::default()
            };
        }
        let words = words(token);
        let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
        let price = has(&PRICE);
        Self {
            hidden: false,
            price,
            priced: has(&["was", "rrp", "msrp", "lowprice", "highprice"]),
            regular: has(&["regular"]),
            old: has(&OLD),
            now: has(&NOW),
            other: has(&OTHER) && !(price && has(&["bundle", "points"])),
            not_the_price: has(&NOT_THE_PRICE),
        }
    }
}

impl Own {
    fn add(&mut self, says: Says) {
        let signs = &mut self.signs;
        if says.hidden {
            signs.hidden = true;
            return;
        }
        self.price |= says.price;
        signs.price |= says.price || says.priced;
        let named = signs.price;
        if says.regular && named {
            signs.regular = true;
        } else if says.old && named {
            signs.old = true;
        } else if says.now && named {
            signs.now = true;
        }
        signs.other |= says.other || (says.price && says.not_the_price);
    }
}

/// The words of a class: parted by signs and by capitals.
fn words(token: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in token.chars() {
        let starts = !c.is_alphanumeric() || (c.is_uppercase() && before.is_lowercase());
        if starts {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}
