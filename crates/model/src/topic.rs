//! Every topic, consumer group and service name, spelled once.

use std::fmt;

use crate::ContractId;

/// The four services. Each owns a consumer group and a dead-letter topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Service {
    Ingest,
    Canonicalize,
    Extract,
    Sink,
}

impl Service {
    pub const ALL: [Service; 4] = [
        Service::Ingest,
        Service::Canonicalize,
        Service::Extract,
        Service::Sink,
    ];

    /// Topics that the service's consumer group reads, given the contracts that are in use.
    pub fn inputs(self, contracts: &[ContractId]) -> Vec<Topic> {
        match self {
            Service::Ingest => vec![Topic::Tasks],
            Service::Canonicalize => vec![Topic::RawPages],
            Service::Extract => vec![Topic::ExtractRequests],
            Service::Sink => {
                let mut topics = vec![
                    Topic::Observations,
                    Topic::Presence,
                    Topic::Snapshots,
                    Topic::ExtractAttempts,
                    Topic::Runs,
                    Topic::TaskAttempts,
                ];
                topics.extend(contracts.iter().cloned().map(Topic::Profiles));
                topics
            }
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Service::Ingest => "ingest",
            Service::Canonicalize => "canonicalize",
            Service::Extract => "extract",
            Service::Sink => "sink",
        }
    }
}

impl fmt::Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Service {
    type Err = UnknownService;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Service::ALL
            .into_iter()
            .find(|service| service.name() == text)
            .ok_or_else(|| UnknownService(text.to_owned()))
    }
}

#[derive(Debug, thiserror::Error)]
#[error("no service is called '{0}'; there are ingest, canonicalize, extract and sink")]
pub struct UnknownService(pub String);

/// A topic without its namespace. The table in `docs/topics.md` says who writes what.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Topic {
    Catalog,
    Tasks,
    TaskAttempts,
    RawPages,
    Observations,
    Presence,
    Snapshots,
    ExtractRequests,
    ExtractAttempts,
    ExtractAnswers,
    Profiles(ContractId),
    Runs,
    DeadLetter(Service),
}

/// How the broker forgets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cleanup {
    /// The latest record of each key stays.
    Compact,
    /// Records go after `retention_ms`; none means they stay.
    Delete { retention_ms: Option<i64> },
}

const DAY_MS: i64 = 86_400_000;

impl Topic {
    /// All topics that exist whatever contracts are in use.
    pub fn fixed() -> Vec<Topic> {
        use Topic::*;
        let mut all = vec![
            Catalog,
            Tasks,
            TaskAttempts,
            RawPages,
            Observations,
            Presence,
            Snapshots,
            ExtractRequests,
            ExtractAttempts,
            ExtractAnswers,
            Runs,
        ];
        all.extend(Service::ALL.map(DeadLetter));
        all
    }

    /// Name without the namespace.
    pub fn name(&self) -> String {
        match self {
            Topic::Catalog => "catalog".to_owned(),
            Topic::Tasks => "tasks".to_owned(),
            Topic::TaskAttempts => "task.attempts".to_owned(),
            Topic::RawPages => "raw.pages".to_owned(),
            Topic::Observations => "observations".to_owned(),
            Topic::Presence => "presence".to_owned(),
            Topic::Snapshots => "snapshots".to_owned(),
            Topic::ExtractRequests => "extract.requests".to_owned(),
            Topic::ExtractAttempts => "extract.attempts".to_owned(),
            Topic::ExtractAnswers => "extract.answers".to_owned(),
            Topic::Profiles(contract) => {
                format!("profiles.{}.v{}", contract.name(), contract.major())
            }
            Topic::Runs => "runs".to_owned(),
            Topic::DeadLetter(service) => format!("{service}.dlq"),
        }
    }

    pub const fn cleanup(&self) -> Cleanup {
        match self {
            Topic::RawPages => Cleanup::Delete { retention_ms: None },
            Topic::TaskAttempts => Cleanup::Delete {
                retention_ms: Some(90 * DAY_MS),
            },
            Topic::DeadLetter(_) => Cleanup::Delete {
                retention_ms: Some(90 * DAY_MS),
            },
            Topic::ExtractAnswers => Cleanup::Delete {
                retention_ms: Some(30 * DAY_MS),
            },
            _ => Cleanup::Compact,
        }
    }

    /// Whether every record is an event that the sink keeps for ever, not only the latest of a key:
    /// compaction must leave it the time to read them.
    pub const fn holds_events(&self) -> bool {
        matches!(
            self,
            Topic::Observations | Topic::Presence | Topic::ExtractAttempts | Topic::ExtractRequests
        )
    }

    /// Whether values are Avro under a registered subject; dead letters hold original bytes.
    pub const fn has_schema(&self) -> bool {
        !matches!(self, Topic::DeadLetter(_))
    }
}

/// Prefix of every topic, group and subject, so that several worlds share one broker.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Namespace(String);

impl Namespace {
    pub fn new(prefix: impl Into<String>) -> Self {
        Self(prefix.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn topic(&self, topic: &Topic) -> String {
        format!("{}.{}", self.0, topic.name())
    }

    /// Subject of a topic's values (TopicNameStrategy).
    pub fn subject(&self, topic: &Topic) -> String {
        format!("{}-value", self.topic(topic))
    }

    pub fn group(&self, service: Service) -> String {
        format!("{}.{service}", self.0)
    }
}

impl Default for Namespace {
    fn default() -> Self {
        Self::new("readonce")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_carry_the_namespace_once() {
        let ns = Namespace::default();
        assert_eq!(ns.topic(&Topic::RawPages), "readonce.raw.pages");
        assert_eq!(ns.subject(&Topic::RawPages), "readonce.raw.pages-value");
        assert_eq!(ns.group(Service::Sink), "readonce.sink");
        assert_eq!(
            ns.topic(&Topic::DeadLetter(Service::Extract)),
            "readonce.extract.dlq"
        );
    }

    #[test]
    fn profiles_have_one_topic_a_contract() {
        let contract: ContractId = "job@2".parse().unwrap();
        assert_eq!(Topic::Profiles(contract).name(), "profiles.job.v2");
    }

    #[test]
    fn only_compacted_topics_need_time_for_their_events() {
        let topics = Topic::fixed();
        let events: Vec<_> = topics.iter().filter(|topic| topic.holds_events()).collect();
        assert_eq!(events.len(), 4);
        assert!(
            events
                .iter()
                .all(|topic| topic.cleanup() == Cleanup::Compact)
        );
    }

    #[test]
    fn no_service_makes_tables_of_raw_answers() {
        for service in Service::ALL {
            let inputs = service.inputs(&["job@1".parse().unwrap()]);
            assert!(!inputs.contains(&Topic::ExtractAnswers), "{service}");
        }
    }

    #[test]
    fn no_two_topics_share_a_name() {
        let mut names: Vec<_> = Topic::fixed().iter().map(Topic::name).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
