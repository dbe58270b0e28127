//! What the name of an element says about where it ends and how it is shown.

/// The part that an element plays; everything unknown runs within a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Inline,
    Link,
    /// Begins and ends a line.
    Block,
    Heading,
    Paragraph,
    List,
    Item,
    /// dt, dd.
    Term,
    Terms,
    Table,
    RowGroup,
    Row,
    Cell,
    Choice,
    /// A select or a datalist: no text to read.
    Choices,
    /// Has no content.
    Void,
    /// br: has no content and ends a line.
    Break,
    /// Its content is no markup; no reader sees it.
    Raw,
    /// Its content is markup that no reader sees.
    Unseen,
}

const LONGEST_NAME: usize = 10;

pub(super) fn part(name: &str) -> Part {
    let mut lower = [0u8; LONGEST_NAME];
    let Some(place) = lower.get_mut(..name.len()) else {
        return Part::Inline;
    };
    place.copy_from_slice(name.as_bytes());
    place.make_ascii_lowercase();
    match &*place {
        b"a" => Part::Link,
        b"p" => Part::Paragraph,
        b"ul" | b"ol" | b"menu" | b"dir" => Part::List,
        b"li" => Part::Item,
        b"dt" | b"dd" => Part::Term,
        b"dl" => Part::Terms,
        b"table" => Part::Table,
        b"tbody" | b"thead" | b"tfoot" => Part::RowGroup,
        b"tr" => Part::Row,
        b"td" | b"th" => Part::Cell,
        b"option" | b"optgroup" => Part::Choice,
        b"select" | b"datalist" => Part::Choices,
        b"br" => Part::Break,
        b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => Part::Heading,
        b"area" | b"base" | b"col" | b"embed" | b"hr" | b"img" | b"input" | b"link" | b"meta"
        | b"param" | b"source" | b"track" | b"wbr" => Part::Void,
        b"script" | b"style" | b"textarea" | b"title" | b"iframe" | b"noembed" | b"noframes"
        | b"xmp" => Part::Raw,
        b"template" | b"noscript" | b"svg" | b"object" | b"canvas" | b"audio" | b"video" => {
            Part::Unseen
        }
        _ if is_block(place) => Part::Block,
        _ => Part::Inline,
    }
}

fn is_block(lower: &[u8]) -> bool {
    matches!(
        lower,
        b"address"
            | b"article"
            | b"aside"
            | b"blockquote"
            | b"body"
            | b"caption"
            | b"center"
            | b"details"
            | b"dialog"
            | b"div"
            | b"fieldset"
            | b"figcaption"
            | b"figure"
            | b"footer"
            | b"form"
            | b"head"
            | b"header"
            | b"hgroup"
            | b"html"
            | b"legend"
            | b"main"
            | b"nav"
            | b"pre"
            | b"search"
            | b"section"
            | b"summary"
    )
}

impl Part {
    pub(super) fn is_void(self) -> bool {
        matches!(self, Part::Void | Part::Break)
    }

    pub(super) fn is_unseen(self) -> bool {
        matches!(self, Part::Raw | Part::Unseen | Part::Choices)
    }

    /// Whether it runs within a line.
    pub(super) fn is_inline(self) -> bool {
        matches!(
            self,
            Part::Inline | Part::Link | Part::Void | Part::Raw | Part::Unseen | Part::Choices
        )
    }

    /// Whether the end tag of `open` may be left out before this one.
    pub(super) fn ends(self, open: Part) -> bool {
        let paragraph = open == Part::Paragraph && !self.is_inline() && self != Part::Break;
        paragraph
            || match self {
                Part::Item | Part::Term | Part::Cell | Part::Choice | Part::Link => open == self,
                Part::Row => matches!(open, Part::Row | Part::Cell),
                Part::RowGroup => matches!(open, Part::RowGroup | Part::Row | Part::Cell),
                _ => false,
            }
    }

    /// Whether the search for what it ends goes on behind `open`.
    pub(super) fn looks_behind(self, open: Part) -> bool {
        match self {
            Part::Item => !matches!(open, Part::List | Part::Table | Part::Cell),
            Part::Term => !matches!(open, Part::Terms | Part::Table | Part::Cell),
            Part::Cell => !matches!(open, Part::Row | Part::RowGroup | Part::Table),
            Part::Row => !matches!(open, Part::RowGroup | Part::Table),
            Part::RowGroup => open != Part::Table,
            Part::Choice => open != Part::Choices,
            _ => open.is_inline(),
        }
    }

    /// Whether the end tag of `ending` does not reach out of this element.
    pub(super) fn is_wall_to(self, ending: Part) -> bool {
        let inside_table = matches!(
            ending,
            Part::Table | Part::RowGroup | Part::Row | Part::Cell
        );
        match self {
            Part::Cell | Part::Table => !inside_table,
            _ => ending.is_inline() && !self.is_inline(),
        }
    }
}
