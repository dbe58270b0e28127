//! Ids that are more than strings: the hash of a content and the id of an item.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::ContractId;

/// SHA-256 of canonical content, lower-case hex on every topic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ContentHash([u8; 32]);

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("'{0}' is not a content hash; it has 64 hexadecimal digits")]
pub struct NotAHash(pub String);

impl ContentHash {
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl FromStr for ContentHash {
    type Err = NotAHash;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| NotAHash(text.to_owned()))?;
        Ok(Self(bytes))
    }
}

impl TryFrom<String> for ContentHash {
    type Error = NotAHash;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<ContentHash> for String {
    fn from(hash: ContentHash) -> Self {
        hash.to_string()
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ContentHash({self})")
    }
}

/// Key of a request and of its attempts: what is paid for once.
pub fn request_key(content: &ContentHash, contract: &ContractId) -> String {
    format!("{content}:{contract}")
}

/// One watched thing: `source/id`. Neither part is empty; the source holds no slash.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ItemId(String);

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("'{0}' is not an item id; it is source/id, and neither part is empty")]
pub struct NotAnItemId(pub String);

impl ItemId {
    pub fn new(source: &str, id: &str) -> Result<Self, NotAnItemId> {
        format!("{source}/{id}").parse()
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn source(&self) -> &str {
        self.0.split_once('/').map_or("", |(source, _)| source)
    }
}

impl FromStr for ItemId {
    type Err = NotAnItemId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once('/') {
            Some((source, id)) if !source.is_empty() && !id.trim().is_empty() => {
                Ok(Self(text.to_owned()))
            }
            _ => Err(NotAnItemId(text.to_owned())),
        }
    }
}

impl TryFrom<String> for ItemId {
    type Error = NotAnItemId;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<ItemId> for String {
    fn from(id: ItemId) -> Self {
        id.0
    }
}

impl fmt::Display for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_reads_what_it_writes() {
        let text = "ab".repeat(32);
        let hash: ContentHash = text.parse().unwrap();
        assert_eq!(hash.to_string(), text);
        assert!("ab".parse::<ContentHash>().is_err());
    }

    #[test]
    fn an_item_id_may_hold_slashes_after_the_source() {
        let id = ItemId::new("feed", "https://example.com/a/1").unwrap();
        assert_eq!(id.source(), "feed");
    }

    #[test]
    fn an_item_without_an_id_is_refused() {
        assert!(ItemId::new("feed", "").is_err());
        assert!(ItemId::new("feed", "  ").is_err());
        assert!(ItemId::new("", "1").is_err());
    }
}
