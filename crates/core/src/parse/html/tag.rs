//! What each element means for the lines of a text.

/// The part that an element plays; everything unknown is inline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Inline,
    /// Begins and ends a line.
    Block,
    /// Ends a line: br, hr.
    Break,
    List {
        ordered: bool,
    },
    Item,
    Table,
    Row,
    Cell,
    /// Keeps its line breaks.
    Pre,
    Super,
    Sub,
    /// Not for reading, whatever it holds.
    Dropped,
}

const LONGEST_NAME: usize = 10;

pub(super) fn role(name: &str) -> Role {
    let mut lower = [0u8; LONGEST_NAME];
    let Some(place) = lower.get_mut(..name.len()) else {
        return Role::Inline;
    };
    place.copy_from_slice(name.as_bytes());
    place.make_ascii_lowercase();
    match &*place {
        b"ul" | b"menu" | b"dir" => Role::List { ordered: false },
        b"ol" => Role::List { ordered: true },
        b"li" => Role::Item,
        b"br" | b"hr" => Role::Break,
        b"table" => Role::Table,
        b"tr" => Role::Row,
        b"td" | b"th" => Role::Cell,
        b"pre" | b"listing" | b"xmp" => Role::Pre,
        b"sup" => Role::Super,
        b"sub" => Role::Sub,
        b"template" | b"noscript" | b"svg" | b"canvas" | b"object" | b"audio" | b"video"
        | b"head" => Role::Dropped,
        _ if is_block(place) => Role::Block,
        _ => Role::Inline,
    }
}

fn is_block(lower: &[u8]) -> bool {
    matches!(
        lower,
        b"p" | b"div"
            | b"h1"
            | b"h2"
            | b"h3"
            | b"h4"
            | b"h5"
            | b"h6"
            | b"section"
            | b"article"
            | b"header"
            | b"footer"
            | b"main"
            | b"nav"
            | b"aside"
            | b"address"
            | b"blockquote"
            | b"figure"
            | b"figcaption"
            | b"details"
            | b"summary"
            | b"dl"
            | b"dt"
            | b"dd"
            | b"form"
            | b"fieldset"
            | b"legend"
            | b"caption"
            | b"center"
            | b"hgroup"
            | b"dialog"
            | b"option"
            | b"body"
            | b"html"
            | b"search"
            | b"tbody"
            | b"thead"
            | b"tfoot"
    )
}

/// Elements that never have content and so never have an end tag.
pub(super) fn is_void(name: &str) -> bool {
    const VOID: [&str; 13] = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source",
        "track", "wbr",
    ];
    VOID.iter().any(|void| void.eq_ignore_ascii_case(name))
}
