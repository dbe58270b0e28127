//! Names of charsets: what a label means, and the name that is reported.
//!
//! A label that the standard does not know says nothing; it is no error and no conflict.

use encoding_rs::{
    Encoding, GB18030, GBK, REPLACEMENT, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED,
};

/// What a label means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Named {
    Exactly(&'static Encoding),
    /// UTF-16, in an order that the bytes tell.
    Utf16,
}

impl Named {
    pub(super) fn encoding(self) -> &'static Encoding {
        match self {
            Named::Exactly(encoding) => encoding,
            Named::Utf16 => UTF_16LE,
        }
    }

    pub(super) fn is_wide(self) -> bool {
        is_wide(self.encoding())
    }

    pub(super) fn means(self, encoding: &'static Encoding) -> bool {
        match self {
            Named::Exactly(named) => named == encoding,
            Named::Utf16 => is_wide(encoding),
        }
    }
}

pub(super) fn is_wide(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

/// Labels of gb2312 and gbk are read as their superset, so that all three are one charset.
pub(super) fn family(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == GBK { GB18030 } else { encoding }
}

pub(super) fn by_label(label: &[u8]) -> Option<Named> {
    let label = label.trim_ascii();
    let utf16: [&[u8]; 5] = [b"utf-16", b"utf16", b"u16", b"ucs-2", b"ucs2"];
    if utf16.iter().any(|name| label.eq_ignore_ascii_case(name)) {
        return Some(Named::Utf16);
    }
    let encoding = Encoding::for_label(label).filter(|encoding| *encoding != REPLACEMENT)?;
    if encoding == X_USER_DEFINED {
        return Some(Named::Exactly(WINDOWS_1252));
    }
    Some(Named::Exactly(family(encoding)))
}

/// The charset of an HTTP `Content-Type`.
pub(super) fn in_header(content_type: &str) -> Option<Named> {
    let mut parameters = content_type.split(';').skip(1);
    parameters.find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']);
        let charset = name.trim().eq_ignore_ascii_case("charset");
        charset.then(|| by_label(value.as_bytes())).flatten()
    })
}

/// The WHATWG name in lower case.
pub(super) fn name(encoding: &'static Encoding) -> &'static str {
    const WITH_CAPITALS: [&str; 35] = [
        "utf-8",
        "gbk",
        "big5",
        "euc-jp",
        "shift_jis",
        "iso-2022-jp",
        "euc-kr",
        "utf-16be",
        "utf-16le",
        "ibm866",
        "koi8-r",
        "koi8-u",
        "iso-8859-2",
        "iso-8859-3",
        "iso-8859-4",
        "iso-8859-5",
        "iso-8859-6",
        "iso-8859-7",
        "iso-8859-8",
        "iso-8859-8-i",
        "iso-8859-10",
        "iso-8859-13",
        "iso-8859-14",
        "iso-8859-15",
        "iso-8859-16",
        "windows-1250",
        "windows-1251",
        "windows-1252",
        "windows-1253",
        "windows-1254",
        "windows-1255",
        "windows-1256",
        "windows-1257",
        "windows-1258",
        "windows-874",
    ];
    let name = encoding.name();
    let mut names = WITH_CAPITALS.into_iter();
    // The rest are in lower case at the standard already: gb18030, macintosh, x-mac-cyrillic.
    names
        .find(|lower| lower.eq_ignore_ascii_case(name))
        .unwrap_or(name)
}
