//! Text as the bytes of a charset, and where the page says which one it is.

use encoding_rs::GBK;

/// What a page is encoded in, and who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Charset {
    Utf8ByHeader,
    /// `meta` or the XML declaration.
    Utf8ByLabel,
    Utf8Silent,
    GbkByHeader,
    GbkByLabel,
    /// Nobody says it: a reader must find out.
    GbkSilent,
}

impl Charset {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Utf8ByHeader => "utf8-header",
            Self::Utf8ByLabel => "utf8-label",
            Self::Utf8Silent => "utf8",
            Self::GbkByHeader => "gbk-header",
            Self::GbkByLabel => "gbk-label",
            Self::GbkSilent => "gbk",
        }
    }

    pub const fn is_gbk(self) -> bool {
        matches!(self, Self::GbkByHeader | Self::GbkByLabel | Self::GbkSilent)
    }

    /// What the page itself says.
    pub(super) const fn label(self) -> Option<&'static str> {
        match self {
            Self::Utf8ByLabel => Some("utf-8"),
            Self::GbkByLabel => Some("gb2312"),
            _ => None,
        }
    }

    /// The HTTP header around a media type.
    pub(super) fn header(self, media_type: &str) -> String {
        match self {
            Self::Utf8ByHeader => format!("{media_type}; charset=utf-8"),
            Self::GbkByHeader => format!("{media_type}; charset=GBK"),
            _ => media_type.to_owned(),
        }
    }

    /// Whether the charset has the character; what it lacks is written as a reference.
    pub(super) fn has(self, letter: char) -> bool {
        !self.is_gbk() || letter.is_ascii() || !GBK.encode(letter.encode_utf8(&mut [0; 4])).2
    }

    /// The bytes; characters that the charset lacks become numeric references.
    pub(super) fn encode(self, text: &str) -> Vec<u8> {
        match self.is_gbk() {
            true => GBK.encode(text).0.into_owned(),
            false => text.as_bytes().to_vec(),
        }
    }
}
