//! Settings of every Kafka client. The ones that correctness rests on cannot be overridden.

use rdkafka::ClientConfig;

use crate::Halt;
use crate::config::Kafka;

/// Largest record that is carried: a body of 10 MiB with room for its envelope.
pub(crate) const MAX_RECORD_BYTES: usize = 16 * 1024 * 1024;

/// Overriding one of these would break a promise, so the start is refused.
const FIXED: [&str; 11] = [
    "acks",
    "auto.offset.reset",
    "bootstrap.servers",
    "enable.auto.commit",
    "enable.auto.offset.store",
    "enable.idempotence",
    "group.id",
    "group.instance.id",
    "isolation.level",
    "partitioner",
    "transactional.id",
];

/// Makes client configurations of one cluster.
#[derive(Clone, Debug)]
pub struct ClientSettings {
    kafka: Kafka,
}

/// Which records of transactions a reader is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Isolation {
    Committed,
    /// Also what is open, and what was taken back.
    Uncommitted,
}

impl Isolation {
    const fn as_str(self) -> &'static str {
        match self {
            Isolation::Committed => "read_committed",
            Isolation::Uncommitted => "read_uncommitted",
        }
    }
}

impl ClientSettings {
    pub fn new(kafka: Kafka) -> Result<Self, Halt> {
        let refused: Vec<_> = kafka
            .extra
            .keys()
            .filter(|key| FIXED.contains(&key.as_str()))
            .cloned()
            .collect();
        if !refused.is_empty() {
            let list = refused.join(", ");
            return Err(Halt::Config(format!("[kafka] extra may not set {list}")));
        }
        if kafka.partitions == 0 {
            return Err(Halt::Config(
                "[kafka] partitions must be at least 1".to_owned(),
            ));
        }
        Ok(Self { kafka })
    }

    pub fn kafka(&self) -> &Kafka {
        &self.kafka
    }

    pub(crate) fn unreachable(&self, detail: impl std::fmt::Display) -> Halt {
        Halt::Unreachable {
            part: "kafka",
            address: self.kafka.bootstrap_servers.clone(),
            detail: detail.to_string(),
        }
    }

    pub(crate) fn base(&self) -> ClientConfig {
        let mut config = ClientConfig::new();
        config
            .set("bootstrap.servers", &self.kafka.bootstrap_servers)
            .set("client.id", "readonce")
            .set("message.max.bytes", MAX_RECORD_BYTES.to_string())
            .set("reconnect.backoff.max.ms", "1000")
            .set("socket.keepalive.enable", "true");
        self.with_extra(config)
    }

    /// The user's own keys win over every default; the fixed ones were refused before.
    fn with_extra(&self, mut config: ClientConfig) -> ClientConfig {
        for (key, value) in &self.kafka.extra {
            config.set(key, value.expose());
        }
        config
    }

    pub(crate) fn producer(&self) -> ClientConfig {
        // Records that are sent together go together whatever this says.
        self.producer_that_waits("1")
    }

    /// For one who sends a record at a time and waits for it: gathering them would only add to each.
    pub(crate) fn prompt_producer(&self) -> ClientConfig {
        self.producer_that_waits("0")
    }

    fn producer_that_waits(&self, linger_ms: &str) -> ClientConfig {
        let mut config = self.base();
        config
            .set("acks", "all")
            .set("enable.idempotence", "true")
            // Records name their partition; this is for tools that share these settings.
            .set("partitioner", "murmur2_random")
            .set("compression.type", "lz4")
            .set("linger.ms", linger_ms)
            .set("delivery.timeout.ms", "30000");
        self.with_extra(config)
    }

    /// A producer that holds a lock. Its name fences the one before; see `lock`. A record must be
    /// given up before its transaction is, so these limits cannot be overridden.
    pub(crate) fn lock(&self, name: &str) -> ClientConfig {
        let mut config = self.producer();
        config
            .set("transactional.id", name)
            .set("transaction.timeout.ms", "15000")
            .set("delivery.timeout.ms", "10000")
            .set("linger.ms", "0")
            // The next transaction meets the end of the one before, and waits this long for it.
            .set("retry.backoff.ms", "10");
        config
    }

    /// A reader outside of any group: restores tables and looks at topics.
    pub(crate) fn reader(&self) -> ClientConfig {
        self.reader_of(Isolation::Committed)
    }

    pub(crate) fn reader_of(&self, isolation: Isolation) -> ClientConfig {
        let mut config = self.base();
        config
            .set(
                "group.id",
                format!("{}.reader", self.kafka.namespace.as_str()),
            )
            .set("enable.auto.commit", "false")
            .set("enable.partition.eof", "true")
            .set("isolation.level", isolation.as_str())
            .set("auto.offset.reset", "earliest")
            .set("fetch.wait.max.ms", "20")
            // Each partition that is restored has a reader of its own.
            .set("queued.max.messages.kbytes", "16384");
        self.with_extra(config)
    }

    pub(crate) fn member(&self, group: &str, instance: &str) -> ClientConfig {
        let mut config = self.base();
        config
            .set("group.id", group)
            .set("group.instance.id", instance)
            .set("group.protocol", "classic")
            .set("partition.assignment.strategy", "cooperative-sticky")
            .set("session.timeout.ms", "45000")
            .set("max.poll.interval.ms", "300000")
            .set("enable.auto.commit", "false")
            .set("enable.auto.offset.store", "false")
            .set("isolation.level", "read_committed")
            // A committed offset that retention has overtaken must be loud, not skipped.
            .set("auto.offset.reset", "error")
            .set("fetch.wait.max.ms", "50")
            .set("queued.max.messages.kbytes", "16384");
        self.with_extra(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Secret;

    fn kafka(key: &str) -> Kafka {
        Kafka {
            bootstrap_servers: "127.0.0.1:9092".into(),
            namespace: Default::default(),
            partitions: 4,
            replication_factor: 1,
            extra: [(key.to_owned(), Secret::new("x"))].into(),
        }
    }

    #[test]
    fn refuses_overrides_that_break_promises() {
        let error = ClientSettings::new(kafka("enable.auto.commit")).unwrap_err();
        assert!(error.to_string().contains("enable.auto.commit"));
    }

    #[test]
    fn passes_other_keys_through() {
        let settings = ClientSettings::new(kafka("security.protocol")).unwrap();
        assert_eq!(settings.producer().get("security.protocol"), Some("x"));
    }
}
