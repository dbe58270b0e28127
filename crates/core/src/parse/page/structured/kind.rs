//! What kind of item a thing is, by its types; most things on a page are none.

use super::thing::Thing;
use crate::item::Kind;

/// What a thing is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Item(Kind),
    /// It holds or points to what the page is about.
    Frame,
    /// It says nothing about what the page is about: the site, its menus, pictures.
    Furniture,
}

const POSTINGS: [&str; 1] = ["jobposting"];

const PRODUCTS: [&str; 12] = [
    "product",
    "productgroup",
    "productmodel",
    "individualproduct",
    "someproducts",
    "vehicle",
    "car",
    "motorcycle",
    "offer",
    "aggregateoffer",
    "offerforpurchase",
    "productcollection",
];

const ARTICLES: [&str; 17] = [
    "article",
    "newsarticle",
    "blogposting",
    "report",
    "pressrelease",
    "techarticle",
    "scholarlyarticle",
    "medicalscholarlyarticle",
    "analysisnewsarticle",
    "backgroundnewsarticle",
    "opinionnewsarticle",
    "reportagenewsarticle",
    "askpublicnewsarticle",
    "advertisercontentarticle",
    "satiricalarticle",
    "liveblogposting",
    "apireference",
];

const THREADS: [&str; 13] = [
    "discussionforumposting",
    "socialmediaposting",
    "qapage",
    "question",
    "answer",
    "comment",
    "correctioncomment",
    "review",
    "criticreview",
    "userreview",
    "employerreview",
    "claimreview",
    "mediareview",
];

/// Pages and lists: what they are about is inside.
const FRAMES: [&str; 13] = [
    "webpage",
    "itempage",
    "collectionpage",
    "searchresultspage",
    "realestatelisting",
    "itemlist",
    "listitem",
    "offercatalog",
    "datafeed",
    "datafeeditem",
    "blog",
    "profilepage",
    "webcontent",
];

const FURNITURE: [&str; 36] = [
    "aboutpage",
    "aggregaterating",
    "audioobject",
    "brand",
    "breadcrumblist",
    "checkoutpage",
    "contactpage",
    "contactpoint",
    "corporation",
    "country",
    "faqpage",
    "governmentorganization",
    "imagegallery",
    "imageobject",
    "mediaobject",
    "newsmediaorganization",
    "ngo",
    "onlinebusiness",
    "onlinestore",
    "organization",
    "person",
    "place",
    "postaladdress",
    "rating",
    "searchaction",
    "service",
    "sitenavigationelement",
    "speakablespecification",
    "thing",
    "videoobject",
    "webpageelement",
    "website",
    "wpadblock",
    "wpfooter",
    "wpheader",
    "wpsidebar",
];

pub(super) fn part(thing: &Thing) -> Part {
    let has = |names: &[&str]| {
        thing
            .types
            .iter()
            .any(|kind| names.contains(&kind.as_str()))
    };
    let kinds: [(&[&str], Kind); 4] = [
        (&POSTINGS, Kind::Posting),
        (&PRODUCTS, Kind::Product),
        (&ARTICLES, Kind::Article),
        (&THREADS, Kind::Thread),
    ];
    if let Some((_, kind)) = kinds.into_iter().find(|(names, _)| has(names)) {
        return Part::Item(kind);
    }
    if has(&FRAMES) {
        return Part::Frame;
    }
    let nameless = !thing.properties.contains_key("name");
    match thing.types.is_empty() || nameless || has(&FURNITURE) {
        true => Part::Furniture,
        false => Part::Item(Kind::Page),
    }
}
