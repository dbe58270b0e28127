//! What each element means for the outline of a page: told from eight bytes of its name.
//!
//! A table of constants and no state. Everything unknown is inline.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    #[default]
    Inline,
    Anchor,
    /// Carries a machine's form of a time.
    Time,
    /// Never has content and makes no line.
    Void,
    /// Ends a line: br, hr.
    Break,
    Meta,
    Link,
    Title,
    /// Its content is no markup and not for reading.
    Raw,
    /// Not for reading: template, svg and their kin.
    Dropped,
    Html,
    Body,
    /// Holds other blocks.
    Box,
    Article,
    Main,
    Header,
    /// Never part of a main text: nav, aside, footer, button.
    Furniture,
    Form,
    Paragraph,
    Heading,
    List,
    Item,
    /// dt and dd.
    Term,
    Table,
    Row,
    Cell,
    /// Makes lines and nothing else: tbody, caption, legend.
    Edge,
}

/// How many kinds there are, for tables by kind.
pub(super) const KINDS: usize = 27;

/// A name in lower case as a number; longer names by their first eight bytes, which are enough to
/// tell the known ones apart.
pub(super) const fn key(name: &[u8]) -> u64 {
    let mut packed = 0;
    let mut rest = name;
    while let [byte, tail @ ..] = rest {
        if packed >> 56 != 0 {
            break;
        }
        packed = (packed << 8) | (*byte | 0x20) as u64;
        rest = tail;
    }
    packed
}

macro_rules! names {
    ($($constant:ident $name:literal $kind:ident,)+) => {
        $(const $constant: u64 = key($name.as_bytes());)+

        const KNOWN: &[(u64, Kind)] = &[$(($constant, Kind::$kind),)+];
    };
}

/// Several times as many places as names, so that most lookups end at the first.
const PLACES: usize = 512;

/// The names by their keys: open addressing, made by the compiler. 0 is no key.
static BY_KEY: [(u64, Kind); PLACES] = {
    let mut table = [(0, Kind::Inline); PLACES];
    let mut next = 0;
    while next < KNOWN.len() {
        let (key, kind) = KNOWN[next];
        let mut place = place(key);
        while table[place].0 != 0 {
            place = (place + 1) % PLACES;
        }
        table[place] = (key, kind);
        next += 1;
    }
    table
};

/// Multiplicative hashing (Knuth, volume 3, section 6.4) with the golden ratio.
const fn place(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 55) as usize % PLACES
}

/// The kind of the element with this key.
pub(super) fn of(key: u64) -> Kind {
    let mut at = place(key);
    loop {
        match BY_KEY.get(at) {
            Some((known, kind)) if *known == key => return *kind,
            Some((0, _)) | None => return Kind::Inline,
            Some(_) => at = at.saturating_add(1) % PLACES,
        }
    }
}

names! {
    A "a" Anchor,
    TIME "time" Time,
    IMG "img" Void,
    INPUT "input" Void,
    AREA "area" Void,
    BASE "base" Void,
    COL "col" Void,
    EMBED "embed" Void,
    SOURCE "source" Void,
    TRACK "track" Void,
    WBR "wbr" Void,
    PARAM "param" Void,
    BR "br" Break,
    HR "hr" Break,
    META "meta" Meta,
    LINK "link" Link,
    TITLE "title" Title,
    SCRIPT "script" Raw,
    STYLE "style" Raw,
    TEXTAREA "textarea" Raw,
    IFRAME "iframe" Raw,
    NOEMBED "noembed" Raw,
    NOFRAMES "noframes" Raw,
    TEMPLATE "template" Dropped,
    NOSCRIPT "noscript" Dropped,
    SVG "svg" Dropped,
    CANVAS "canvas" Dropped,
    OBJECT "object" Dropped,
    AUDIO "audio" Dropped,
    VIDEO "video" Dropped,
    HTML "html" Html,
    BODY "body" Body,
    DIV "div" Box,
    SECTION "section" Box,
    CENTER "center" Box,
    BLOCKQUOTE "blockquote" Box,
    FIGURE "figure" Box,
    DETAILS "details" Box,
    ADDRESS "address" Box,
    FIELDSET "fieldset" Box,
    HGROUP "hgroup" Box,
    PRE "pre" Box,
    ARTICLE "article" Article,
    MAIN "main" Main,
    HEADER "header" Header,
    NAV "nav" Furniture,
    ASIDE "aside" Furniture,
    FOOTER "footer" Furniture,
    BUTTON "button" Furniture,
    SELECT "select" Furniture,
    DIALOG "dialog" Furniture,
    SEARCH "search" Furniture,
    FORM "form" Form,
    P "p" Paragraph,
    H1 "h1" Heading,
    H2 "h2" Heading,
    H3 "h3" Heading,
    H4 "h4" Heading,
    H5 "h5" Heading,
    H6 "h6" Heading,
    UL "ul" List,
    OL "ol" List,
    DL "dl" List,
    MENU "menu" List,
    DIR "dir" List,
    LI "li" Item,
    DT "dt" Term,
    DD "dd" Term,
    TABLE "table" Table,
    TR "tr" Row,
    TD "td" Cell,
    TH "th" Cell,
    TBODY "tbody" Edge,
    THEAD "thead" Edge,
    TFOOT "tfoot" Edge,
    CAPTION "caption" Edge,
    LEGEND "legend" Edge,
    FIGCAPTION "figcaption" Edge,
    SUMMARY "summary" Edge,
    OPTION "option" Edge,
    LABEL "label" Furniture,
}

/// Whether the name with this key is known to be `name`.
pub(super) fn is(key_of_name: u64, name: &str) -> bool {
    key_of_name == key(name.as_bytes())
}

/// Of a heading: 1 to 6.
pub(super) fn level(key_of_name: u64) -> u8 {
    match key_of_name {
        H1 => 1,
        H2 => 2,
        H3 => 3,
        H4 => 4,
        H5 => 5,
        H6 => 6,
        _ => 0,
    }
}
