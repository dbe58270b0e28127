//! The JSON of a structured-data block: strict, but for the repairs whose meaning is certain.
//!
//! Allowed beyond the standard: raw line breaks and control characters inside texts, and a comma
//! before a closing bracket. Anything else that is no JSON is a fault, never a guess. Numbers keep
//! their text, so that ids of any length stay distinct. Depth and the number of values are bounded.

use std::borrow::Cow;

use memchr::memchr2;

/// Objects and lists inside each other.
const MAX_DEPTH: usize = 64;

/// Values of all blocks of one page together; more is no description of a page.
pub(super) const MAX_VALUES: usize = 200_000;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json<'a> {
    Null,
    Flag(bool),
    Number(&'a str),
    Text(Cow<'a, str>),
    List(Vec<Json<'a>>),
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

/// Why a text is no JSON, and at which byte.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub(super) struct Fault {
    pub(super) at: usize,
    what: &'static str,
}

/// Reads the value that a text begins with, and returns what stands behind it. `left` is how many
/// values may still be read.
pub(super) fn value<'a>(text: &'a str, left: &mut usize) -> Result<(Json<'a>, &'a str), Fault> {
    let mut reader = Reader { text, at: 0, left };
    let value = reader.value(0)?;
    Ok((value, reader.rest()))
}

struct Reader<'a, 'l> {
    text: &'a str,
    at: usize,
    left: &'l mut usize,
}

impl<'a> Reader<'a, '_> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn fault<T>(&self, what: &'static str) -> Result<T, Fault> {
        Err(Fault { at: self.at, what })
    }

    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Passes the sign if it is the next one.
    fn takes(&mut self, sign: u8) -> bool {
        let found = self.next() == Some(sign);
        self.at = self.at.saturating_add(usize::from(found));
        found
    }

    fn skip_blanks(&mut self) {
        let blank = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
        let blanks = self.rest().bytes().take_while(blank).count();
        self.at = self.at.saturating_add(blanks);
    }

    fn value(&mut self, depth: usize) -> Result<Json<'a>, Fault> {
        if depth > MAX_DEPTH {
            return self.fault("more than 64 objects and lists are inside each other");
        }
        let Some(left) = self.left.checked_sub(1) else {
            return self.fault("the page's blocks hold more than 200000 values");
        };
        *self.left = left;
        self.skip_blanks();
        match self.next() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => self.string().map(Json::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Json::Flag(true)),
            Some(b'f') => self.word("false", Json::Flag(false)),
            Some(b'n') => self.word("null", Json::Null),
            Some(_) => self.fault("a value was expected"),
            None => self.fault("the JSON stops before its end"),
        }
    }

    fn word(&mut self, word: &str, value: Json<'a>) -> Result<Json<'a>, Fault> {
        if !self.rest().starts_with(word) {
            return self.fault("a value was expected");
        }
        self.at = self.at.saturating_add(word.len());
        Ok(value)
    }

    fn object(&mut self, depth: usize) -> Result<Json<'a>, Fault> {
        self.takes(b'{');
        let mut fields = Vec::new();
        loop {
            self.skip_blanks();
            // Also behind a comma: nothing was meant to follow.
            if self.takes(b'}') {
                return Ok(Json::Object(fields));
            }
            if self.next() != Some(b'"') {
                return self.expected("a name in double quotes was expected");
            }
            let name = self.string()?;
            self.skip_blanks();
            if !self.takes(b':') {
                return self.expected("a colon was expected");
            }
            fields.push((name, self.value(depth.saturating_add(1))?));
            self.parted(b'}')?;
        }
    }

    fn list(&mut self, depth: usize) -> Result<Json<'a>, Fault> {
        self.takes(b'[');
        let mut values = Vec::new();
        loop {
            self.skip_blanks();
            if self.takes(b']') {
                return Ok(Json::List(values));
            }
            values.push(self.value(depth.saturating_add(1))?);
            self.parted(b']')?;
        }
    }

    /// A comma, or the closing bracket, which stays.
    fn parted(&mut self, closing: u8) -> Result<(), Fault> {
        self.skip_blanks();
        match self.takes(b',') || self.next() == Some(closing) {
            true => Ok(()),
            false => self.expected("a comma or a closing bracket was expected"),
        }
    }

    fn expected<T>(&self, what: &'static str) -> Result<T, Fault> {
        match self.next() {
            Some(_) => self.fault(what),
            None => self.fault("the JSON stops before its end"),
        }
    }

    fn number(&mut self) -> Result<Json<'a>, Fault> {
        let part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E');
        let length = self.rest().bytes().take_while(part).count();
        let number = self.rest().get(..length).unwrap_or("");
        if !is_number(number) {
            return self.fault("a number is none");
        }
        self.at = self.at.saturating_add(length);
        Ok(Json::Number(number))
    }

    /// A text; line breaks and control characters in it stand for themselves.
    fn string(&mut self) -> Result<Cow<'a, str>, Fault> {
        let opened = self.at;
        self.takes(b'"');
        let mut read: Option<String> = None;
        loop {
            let rest = self.rest();
            let Some(length) = memchr2(b'"', b'\\', rest.as_bytes()) else {
                self.at = opened;
                return self.fault("a text is not closed");
            };
            let plain = rest.get(..length).unwrap_or("");
            self.at = self.at.saturating_add(length);
            if self.takes(b'"') {
                return Ok(match read {
                    None => Cow::Borrowed(plain),
                    Some(read) => Cow::Owned(read + plain),
                });
            }
            let read = read.get_or_insert_default();
            read.push_str(plain);
            read.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Result<char, Fault> {
        let sign = self.rest().chars().nth(1);
        let c = match sign {
            Some(c @ ('"' | '\\' | '/')) => c,
            Some('b') => '\u{8}',
            Some('f') => '\u{C}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => return self.unit_pair(),
            Some(_) => return self.fault("an escape is none of JSON's"),
            None => return self.fault("the JSON stops before its end"),
        };
        self.at = self.at.saturating_add(2);
        Ok(c)
    }

    /// `\uXXXX`, or two of them; half of a pair becomes U+FFFD, as a cut text may end with one.
    fn unit_pair(&mut self) -> Result<char, Fault> {
        let Some(first) = self.unit() else {
            return self.fault("an escape is none of JSON's");
        };
        if !(0xD800..0xDC00).contains(&first) {
            return Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let before = self.at;
        match self.unit().filter(|low| (0xDC00..0xE000).contains(low)) {
            Some(low) => {
                let code = 0x10000 + ((first - 0xD800) << 10) + (low - 0xDC00);
                Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            None => {
                self.at = before;
                Ok(char::REPLACEMENT_CHARACTER)
            }
        }
    }

    fn unit(&mut self) -> Option<u32> {
        let digits = self.rest().strip_prefix("\\u")?.get(..4)?;
        let hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let unit = u32::from_str_radix(digits, 16).ok().filter(|_| hex)?;
        self.at = self.at.saturating_add(6);
        Some(unit)
    }
}

/// A number by the grammar of JSON: no leading zeros, no bare point, no plus.
fn is_number(text: &str) -> bool {
    let plain = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, power) = match plain.split_once(['e', 'E']) {
        Some((mantissa, power)) => (mantissa, Some(power)),
        None => (plain, None),
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let power = power.map(|power| power.strip_prefix(['+', '-']).unwrap_or(power));
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && power.is_none_or(digits)
}
