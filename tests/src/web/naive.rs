//! What simpler keys would have paid on the same world: a count beside the product's own.
//!
//! Three keys that are in use elsewhere: a hash of the bytes, a hash of the text without tags, and
//! the address alone.

use std::collections::HashMap;

use readonce_testkit::web::Record;
use sha2::{Digest, Sha256};

/// False changes and missed edits of one key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Key {
    pub false_changes: u64,
    pub missed: u64,
}

/// Counts over all days.
#[derive(Clone, Debug, Default)]
pub struct Naive {
    pub bytes: Key,
    pub text: Key,
    pub address: Key,
    pub edits: u64,
    /// Looks at a posting that was known already.
    pub looks: u64,
    last: HashMap<u32, [[u8; 32]; 2]>,
}

impl Naive {
    /// `edited`: whether the content of the posting changed since the day before.
    pub(super) fn see(&mut self, record: &Record, edited: bool) {
        let bytes: [u8; 32] = Sha256::digest(&record.raw).into();
        let text: [u8; 32] = Sha256::digest(without_tags(&record.raw)).into();
        let Some(before) = self.last.insert(record.number, [bytes, text]) else {
            return;
        };
        self.looks += 1;
        self.edits += u64::from(edited);
        self.bytes.judge(before[0] != bytes, edited);
        self.text.judge(before[1] != text, edited);
        self.address.judge(false, edited);
    }

    pub(super) fn add(&mut self, other: &Naive) {
        self.bytes.add(other.bytes);
        self.text.add(other.text);
        self.address.add(other.address);
        self.edits += other.edits;
        self.looks += other.looks;
    }
}

impl Key {
    fn judge(&mut self, changed: bool, edited: bool) {
        self.false_changes += u64::from(changed && !edited);
        self.missed += u64::from(edited && !changed);
    }

    fn add(&mut self, other: Key) {
        self.false_changes += other.false_changes;
        self.missed += other.missed;
    }
}

/// The text between the tags, without scripts and styles, with single blanks.
fn without_tags(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        text.push(' ');
        rest = behind_tag(&rest[at..]);
    }
    text.push_str(rest);
    let text = text
        .replace("&nbsp;", " ")
        .replace("&amp;", "&")
        .replace("&quot;", "\"");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn behind_tag(text: &str) -> &str {
    for name in ["script", "style"] {
        let whole = text[1..]
            .starts_with(name)
            .then(|| text.find(&format!("</{name}>")))
            .flatten();
        if let Some(at) = whole {
            return &text[at + name.len() + 3..];
        }
    }
    text.find('>').map_or("", |at| &text[at + 1..])
}
