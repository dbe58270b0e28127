//! For how long a topic keeps its records. Sets nothing else: what operators have set on the topic
//! stays as it is.

use std::collections::BTreeMap;

use rdkafka::admin::{AdminOptions, AlterConfig, ConfigResource, ConfigSource, ResourceSpecifier};
use readonce_model::Topic;

use super::admin::Admin;
use crate::Halt;

const DAY_MS: i64 = 86_400_000;

impl Admin {
    /// Makes the broker forget the topic's records after that time. A record goes with its segment,
    /// so segments are closed every day.
    pub async fn keep_for(&self, topic: &Topic, retention_ms: i64) -> Result<(), Halt> {
        let name = self.settings().kafka().namespace.topic(topic);
        let mut settings = self.own_settings(&name).await?;
        let wanted = [
            ("retention.ms", retention_ms.to_string()),
            ("segment.ms", retention_ms.min(DAY_MS).to_string()),
        ];
        if wanted
            .iter()
            .all(|(key, value)| settings.get(*key) == Some(value))
        {
            return Ok(());
        }
        settings.extend(wanted.map(|(key, value)| (key.to_owned(), value)));
        self.set(&name, &settings).await
    }

    /// What was set on the topic itself: setting anything takes back what is not named again.
    async fn own_settings(&self, topic: &str) -> Result<BTreeMap<String, String>, Halt> {
        let resource = [ResourceSpecifier::Topic(topic)];
        let described = self
            .client()
            .describe_configs(&resource, &AdminOptions::new())
            .await
            .map_err(|error| self.settings().unreachable(error))?;
        let fault = |code: &dyn std::fmt::Display| Halt::Topic {
            topic: topic.to_owned(),
            detail: format!("its settings cannot be read: {code}"),
        };
        let resource = described.into_iter().next();
        let resource = resource.ok_or_else(|| fault(&"no answer"))?;
        Ok(set_by_hand(resource.map_err(|code| fault(&code))?))
    }

    async fn set(&self, topic: &str, settings: &BTreeMap<String, String>) -> Result<(), Halt> {
        let empty = AlterConfig::new(ResourceSpecifier::Topic(topic));
        let change = settings
            .iter()
            .fold(empty, |change, (key, value)| change.set(key, value));
        let changed = self
            .client()
            .alter_configs([&change], &AdminOptions::new())
            .await
            .map_err(|error| self.settings().unreachable(error))?;
        match changed.into_iter().next() {
            Some(Err((_, code))) => Err(Halt::Topic {
                topic: topic.to_owned(),
                detail: format!("its retention cannot be set: {code}"),
            }),
            _ => Ok(()),
        }
    }
}

fn set_by_hand(resource: ConfigResource) -> BTreeMap<String, String> {
    let own = resource.entries.into_iter();
    let own = own.filter(|entry| entry.source == ConfigSource::DynamicTopic);
    own.filter_map(|entry| Some((entry.name, entry.value?)))
        .collect()
}
