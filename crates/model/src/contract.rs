//! The name of an output contract: `name@major`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// An output contract, for example `job@1`. Only a breaking change raises the major.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ContractId {
    name: String,
    major: u32,
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("'{0}' is not a contract; write name@major, for example job@1")]
pub struct NotAContract(pub String);

impl ContractId {
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn major(&self) -> u32 {
        self.major
    }
}

impl FromStr for ContractId {
    type Err = NotAContract;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refuse = || NotAContract(text.to_owned());
        let (name, major) = text.split_once('@').ok_or_else(refuse)?;
        let plain = name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        let major: u32 = major.parse().map_err(|_| refuse())?;
        if name.is_empty() || !plain || major == 0 {
            return Err(refuse());
        }
        Ok(Self {
            name: name.to_owned(),
            major,
        })
    }
}

impl TryFrom<String> for ContractId {
    type Error = NotAContract;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<ContractId> for String {
    fn from(id: ContractId) -> Self {
        id.to_string()
    }
}

impl fmt::Display for ContractId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.name, self.major)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        let id: ContractId = "job@1".parse().unwrap();
        assert_eq!((id.name(), id.major()), ("job", 1));
        assert_eq!(id.to_string(), "job@1");
    }

    #[test]
    fn refuses_what_would_not_make_a_topic_name() {
        for text in [
            "job", "job@", "job@0", "job@x", "@1", "Job@1", "job.x@1", "job@1@2",
        ] {
            assert_eq!(
                text.parse::<ContractId>(),
                Err(NotAContract(text.to_owned()))
            );
        }
    }
}
