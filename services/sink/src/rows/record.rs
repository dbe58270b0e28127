//! What a topic carries once it is decoded, and the key that belongs to it. Pure.

use readonce_model::Reason;
use readonce_model::reason::Code;
use readonce_model::record::{
    ExtractAttempt, Observation, Presence, Profile, Run, Snapshot, TaskAttempt,
};

use super::{Place, Row, attempt, observation, presence, profile, run, snapshot, task};
use crate::schema::ContractColumns;

/// A decoded record of one of the topics that become tables.
#[derive(Clone, Debug, PartialEq)]
pub enum TopicRecord {
    Observation(Box<Observation>),
    Presence(Presence),
    Snapshot(Snapshot),
    ExtractAttempt(Box<ExtractAttempt>),
    Run(Box<Run>),
    TaskAttempt(Box<TaskAttempt>),
    Profile(Box<Profile>, std::sync::Arc<ContractColumns>),
}

impl TopicRecord {
    /// The key under which its writer keeps it.
    pub fn key(&self) -> String {
        match self {
            TopicRecord::Observation(record) => record.item_id.to_string(),
            TopicRecord::Presence(record) => record.item_id.to_string(),
            TopicRecord::Snapshot(record) => record.content_hash.to_string(),
            TopicRecord::ExtractAttempt(record) => {
                format!("{}:{}", record.content_hash, record.contract)
            }
            TopicRecord::Run(record) => record.run_id.clone(),
            TopicRecord::TaskAttempt(record) => record.task_id.clone(),
            TopicRecord::Profile(record, _) => record.content_hash.to_string(),
        }
    }

    /// A record under another's key would replace that one in every compacted topic.
    pub fn check_key(&self, key: &[u8]) -> Result<(), Reason> {
        let own = self.key();
        if own.as_bytes() == key {
            return Ok(());
        }
        let key = String::from_utf8_lossy(key);
        let detail = format!("the key is '{key}', but the record belongs under '{own}'");
        Err(Reason::new(Code::Inconsistent, detail))
    }

    /// The rows that it becomes.
    pub fn rows(&self, place: &Place) -> Result<Vec<Row>, Reason> {
        match self {
            TopicRecord::Observation(record) => observation::rows(record, place),
            TopicRecord::Presence(record) => presence::rows(record, place),
            TopicRecord::Snapshot(record) => snapshot::rows(record, place),
            TopicRecord::ExtractAttempt(record) => attempt::rows(record, place),
            TopicRecord::Run(record) => run::rows(record, place),
            TopicRecord::TaskAttempt(record) => task::rows(record, place),
            TopicRecord::Profile(record, columns) => profile::rows(record, columns, place),
        }
    }
}
