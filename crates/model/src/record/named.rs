//! The Avro name of each record: what a reader expects on a topic.

use super::{
    CatalogEntry, ExtractAttempt, ExtractRequest, Observation, Presence, Profile, RawAnswer,
    RawRecord, Run, Snapshot, Task, TaskAttempt,
};

/// A record with the name of its schema.
pub trait Named {
    const NAME: &'static str;
}

macro_rules! named {
    ($($record:ident),+ $(,)?) => {
        $(impl Named for $record {
            const NAME: &'static str = stringify!($record);
        })+
    };
}

named!(
    CatalogEntry,
    ExtractAttempt,
    ExtractRequest,
    Observation,
    Presence,
    Profile,
    RawAnswer,
    RawRecord,
    Run,
    Snapshot,
    Task,
    TaskAttempt,
);
