//! What class, id and role say about an element: words that sites use for furniture.
//!
//! A word decides nothing alone: `region` weighs it against the text. Words are told by their first
//! eight letters; `no-`, `has-` and `with-` before a word, and states such as `-open` behind it,
//! speak of something else than the element.

use super::kind::key;

/// A set of marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hint(u16);

impl Hint {
    pub(super) const NONE: Hint = Hint(0);
    /// Menus, share bars, ads, footers: whatever stands around the text of a page.
    pub(super) const FURNITURE: Hint = Hint(1);
    /// Words of others below the text.
    pub(super) const COMMENTS: Hint = Hint(2);
    /// Teasers of other pages.
    pub(super) const RELATED: Hint = Hint(4);
    /// May be furniture, or the top of the text itself.
    pub(super) const HEADER: Hint = Hint(8);
    /// Names the text itself.
    pub(super) const CONTENT: Hint = Hint(16);
    /// Byline, date, counters.
    pub(super) const META: Hint = Hint(32);
    /// One of several offers or results.
    pub(super) const CARD: Hint = Hint(64);
    pub(super) const HIDDEN: Hint = Hint(128);
    /// Where an item of structured data keeps its text.
    pub(super) const BODY: Hint = Hint(256);
    /// Words of job boards.
    pub(super) const JOB: Hint = Hint(512);

    pub(super) fn has(self, other: Hint) -> bool {
        self.0 & other.0 != 0
    }

    #[must_use]
    pub(super) fn with(self, other: Hint) -> Hint {
        Hint(self.0 | other.0)
    }

    #[must_use]
    fn without(self, other: Hint) -> Hint {
        Hint(self.0 & !other.0)
    }
}

macro_rules! words {
    ($($hint:ident: $($constant:ident $word:literal)+;)+) => {
        $($(const $constant: u64 = key($word.as_bytes());)+)+

        fn of_word(word: u64) -> Hint {
            match word {
                $($($constant)|+ => Hint::$hint,)+
                _ => Hint::NONE,
            }
        }
    };
}

words! {
    FURNITURE: NAV "nav" NAVBAR "navbar" NAVIGATI "navigation" NAVBOX "navbox" TOPNAV "topnav"
        SIDENAV "sidenav" MENU "menu" MENUBAR "menubar" SUBMENU "submenu" MEGAMENU "megamenu"
        DAOHANG "daohang" SIDEBAR "sidebar" BREADCRU "breadcrumb" CRUMB "crumb" CRUMBS "crumbs"
        WEIZHI "weizhi" MIANBAO "mianbao" FOOTER "footer" FOOT "foot" FTR "ftr" COLOPHON "colophon"
        SHARE "share" SHARING "sharing" SHAREBAR "sharebar" SHAREDAD "sharedaddy" FENXIANG "fenxiang"
        SOCIAL "social" AD "ad" ADS "ads" ADVERT "advert" ADSBYGOO "adsbygoogle"
        ADVERTIS "advertisement" GUANGGAO "guanggao" SPONSOR "sponsor" SPONSORE "sponsored"
        PROMO "promo" PROMOTIO "promotion" COOKIE "cookie" COOKIES "cookies" CONSENT "consent"
        GDPR "gdpr" NEWSLETT "newsletter" SUBSCRIB "subscribe" SIGNUP "signup" POPUP "popup"
        MODAL "modal" OVERLAY "overlay" LIGHTBOX "lightbox" PAGINATI "pagination" PAGER "pager"
        PAGENAV "pagenav" TAGS "tags" TAGLIST "taglist"
        TICKER "ticker" COPYRIGH "copyright" BANQUAN "banquan" TOOLBAR "toolbar" UPDOWN "updown"
        SKIP "skip" SKIPLINK "skiplink" PULLQUOT "pullquote" SIGNATUR "signature" FEEDBACK "feedback"
        APPLY "apply" DAYIN "dayin" BIO "bio" YOULIAN "youlian" CTA "cta"
        PREVNEXT "prevnext" HEADERLI "headerlink";
    COMMENTS: COMMENT "comment" COMMENTS "comments" COMMENTL "commentlist" CMT "cmt" CMTS "cmts"
        PINGLUN "pinglun" DISQUS "disqus" RESPOND "respond" REPLIES "replies" REVIEWS "reviews";
    RELATED: RELATED "related" RELATE "relate" RECOMMEN "recommend" RECOMM "recomm" SIMILAR "similar"
        XIANGGUA "xiangguan" TUIJIAN "tuijian" READNEXT "readnext" READMORE "readmore"
        TEASER "teaser" TEASERS "teasers" MOREON "moreon" OUTBRAIN "outbrain" TABOOLA "taboola"
        HOTNEWS "hotnews" RANKING "ranking" TRENDING "trending" ALSO "also" UPNEXT "upnext"
        JPRELATE "jprelated";
    HEADER: HEADER "header" HDR "hdr" MASTHEAD "masthead" BANNER "banner" TOPBAR "topbar"
        TOPLINE "topline";
    CONTENT: ARTICLE "article" CONTENT "content" POST "post" ENTRY "entry" STORY "story" TEXT "text"
        TXT "txt" DETAIL "detail" DETAILS "details" PRODUCT "product" DESCRIPT "description"
        RICHTEXT "richtext" ZHENGWEN "zhengwen" NEIRONG "neirong" TRS "trs" DOCUMENT "document"
        HERO "hero" ARTICLEC "articlecontent";
    META: BYLINE "byline" AUTHOR "author" META "meta" DATE "date" TIME "time" TIMESTAM "timestamp"
        DATELINE "dateline" PUBTIME "pubtime" INFO "info" CREDIT "credit" SOURCE "source"
        VIEWS "views" EDITOR "editor" LAIYUAN "laiyuan" SHIJIAN "shijian" UPDATED "updated"
        PUBLISHE "published";
    CARD: CARD "card" CARDS "cards" TILE "tile" TILES "tiles" OFFER "offer" OFFERS "offers"
        LISTING "listing" RESULT "result" DEAL "deal";
    JOB: JOB "job" JOBS "jobs" POSTING "posting" VACANCY "vacancy" CAREERS "careers"
        ZHAOPIN "zhaopin" ZHIWEI "zhiwei";
}

const NO: u64 = key(b"no");
const HAS: u64 = key(b"has");
const WITH: u64 = key(b"with");
const IS: u64 = key(b"is");
const CATEGORY: u64 = key(b"category");
const TAG: u64 = key(b"tag");

macro_rules! states {
    ($($constant:ident $word:literal)+) => {
        $(const $constant: u64 = key($word.as_bytes());)+

        fn is_state(word: u64) -> bool {
            matches!(word, $($constant)|+)
        }
    };
}

states! {
    OPEN "open" CLOSED "closed" FIXED "fixed" ENABLED "enabled" ACTIVE "active" STICKY "sticky"
    VISIBLE "visible" READY "ready" LEFT "left" RIGHT "right" ON "on" OFF "off"
}

/// The marks of a value of class or id.
pub(super) fn of(value: &[u8]) -> Hint {
    let mut words = Words {
        rest: value,
        inside: false,
    };
    let (mut all, mut last, mut negated) = (Hint::NONE, Hint::NONE, false);
    while let Some(Word { word, joined }) = words.next() {
        // A state behind a word: the word is the name of a switch on some other element.
        if joined && is_state(word) {
            last = Hint::NONE;
            continue;
        }
        all = all.with(last);
        let switched = negated && joined;
        last = if switched { Hint::NONE } else { of_word(word) };
        negated = matches!(word, NO | HAS | WITH | IS | CATEGORY | TAG) || (switched && joined);
    }
    settled(all.with(last))
}

/// The marks of a value of role.
pub(super) fn of_role(value: &[u8]) -> Hint {
    match value {
        b"main" => Hint::BODY,
        b"banner" => Hint::HEADER,
        b"navigation" | b"contentinfo" | b"complementary" | b"search" | b"dialog" | b"menu"
        | b"alertdialog" => Hint::FURNITURE,
        _ => Hint::NONE,
    }
}

/// The marks of a value of itemprop.
pub(super) fn of_property(value: &[u8]) -> Hint {
    match value {
        b"articleBody" | b"description" | b"text" | b"reviewBody" => Hint::BODY,
        b"datePublished" | b"dateModified" | b"author" => Hint::META,
        _ => Hint::NONE,
    }
}

/// A header of an entry is the entry's; a menu of an entry is a menu.
fn settled(all: Hint) -> Hint {
    if all.has(Hint::CONTENT) || all.has(Hint::JOB) {
        return all.without(Hint::HEADER);
    }
    all
}

struct Word {
    word: u64,
    /// Follows the word before it without a blank.
    joined: bool,
}

/// Runs of letters; a capital behind a small letter begins a new one.
struct Words<'a> {
    rest: &'a [u8],
    /// The byte before the rest is a letter or a digit.
    inside: bool,
}

impl Words<'_> {
    fn next(&mut self) -> Option<Word> {
        let (mut joined, mut numbered) = (true, false);
        let first = loop {
            self.skip_digest();
            let (byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            self.inside = byte.is_ascii_alphanumeric();
            if byte.is_ascii_alphabetic() {
                break *byte;
            }
            numbered = byte.is_ascii_digit();
            joined &= !byte.is_ascii_whitespace();
        };
        let (mut word, mut length, mut small) = (u64::from(first | 0x20), 1_u8, first >= b'a');
        while let Some((byte, rest)) = self.rest.split_first() {
            if !byte.is_ascii_alphabetic() || (small && *byte < b'a') {
                break;
            }
            if length < 8 {
                word = (word << 8) | u64::from(byte | 0x20);
                length = length.saturating_add(1);
            }
            small = *byte >= b'a';
            self.rest = rest;
        }
        // Letters right behind a digit are a piece of a number in another notation.
        let word = if numbered { 0 } else { word };
        Some(Word { word, joined })
    }

    /// Passes over a part such as `1ad2f`: builds name classes by digests, whose letters say nothing.
    fn skip_digest(&mut self) {
        const SHORTEST: usize = 5;
        if self.inside {
            return;
        }
        let ends = |byte: &u8| !byte.is_ascii_alphanumeric();
        let length = self.rest.iter().position(ends).unwrap_or(self.rest.len());
        let (part, rest) = self
            .rest
            .split_at_checked(length)
            .unwrap_or((self.rest, b""));
        let is_digest = part.len() >= SHORTEST
            && part.iter().all(u8::is_ascii_hexdigit)
            && part.iter().any(u8::is_ascii_digit);
        if is_digest {
            (self.rest, self.inside) = (rest, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_wherever_they_stand_in_a_name() {
        for name in ["nav", "main-nav", "siteNav", "NAV_top", "x nav2"] {
            assert!(of(name.as_bytes()).has(Hint::FURNITURE), "{name}");
        }
        for name in ["navy", "unavailable", "addition", "shareholder-letter"] {
            assert!(!of(name.as_bytes()).has(Hint::FURNITURE), "{name}");
        }
    }

    #[test]
    fn switches_say_nothing_about_the_element() {
        for name in [
            "page has-cookie-banner no-sidebar menu-closed",
            "content-with-sidebar header-fixed",
            "hentry category-news tag-comment",
        ] {
            let hint = of(name.as_bytes());
            assert!(
                !hint.has(Hint::FURNITURE) && !hint.has(Hint::COMMENTS),
                "{name}"
            );
        }
    }

    #[test]
    fn the_letters_of_a_digest_are_no_words() {
        for name in [
            "c-ad123 text",
            "css-0ad12f",
            "main s3f2ad1xb0ad77",
            "x-12345ad",
        ] {
            assert!(!of(name.as_bytes()).has(Hint::FURNITURE), "{name}");
        }
        for name in ["ad-300", "ad728x90", "ads2", "box-ad1"] {
            assert!(of(name.as_bytes()).has(Hint::FURNITURE), "{name}");
        }
    }

    #[test]
    fn the_header_of_an_entry_is_no_header_of_a_page() {
        assert!(of(b"site_hdr").has(Hint::HEADER));
        assert!(!of(b"entry-header").has(Hint::HEADER));
        assert!(of(b"post-navigation").has(Hint::FURNITURE));
    }
}
