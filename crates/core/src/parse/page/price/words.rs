//! What tags, classes and names of elements say about the amounts inside.

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

/// What an element adds to what its parents said, and whether it names a price itself.
pub(super) fn signs(tag: &Tag, around: Signs) -> (Signs, bool) {
    let mut own = Own {
        signs: around,
        price: false,
    };
    read(tag, &mut own);
    (own.signs, own.price)
}

struct Own {
    signs: Signs,
    price: bool,
}

fn read(tag: &Tag, own: &mut Own) {
    if ["html", "body", "main"].iter().any(|frame| tag.is(frame)) {
        // They name the whole page: classes such as "with-reviews" say nothing about its parts.
        return;
    }
    by_tag(tag, &mut own.signs);
    for (name, raw) in tag.attributes() {
        let is = |known: &&str| name.eq_ignore_ascii_case(known);
        if NAMING.iter().any(&is) {
            raw.split_ascii_whitespace()
                .for_each(|token| by_token(token, own));
        } else if BARE.iter().any(&is) {
            by_token(name.get(5..).unwrap_or(""), own);
        } else if is(&"hidden") {
            own.signs.hidden = true;
        } else if is(&"style") {
            by_style(raw, &mut own.signs);
        }
    }
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

fn by_token(token: &str, own: &mut Own) {
    let signs = &mut own.signs;
    if matches!(
        token,
        "hidden" | "d-none" | "hide" | "is-hidden" | "uk-hidden"
    ) {
        signs.hidden = true;
        return;
    }
    let words = words(token);
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    let price = has(&PRICE);
    own.price |= price;
    signs.price |= price || has(&["was", "rrp", "msrp", "lowprice", "highprice"]);
    let named = price || signs.price;
    if has(&["regular"]) && named {
        signs.regular = true;
    } else if has(&OLD) && named {
        signs.old = true;
    } else if has(&NOW) && named {
        signs.now = true;
    }
    signs.other |= has(&OTHER) && !(price && has(&["bundle", "points"]));
    signs.other |= price && has(&NOT_THE_PRICE);
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
