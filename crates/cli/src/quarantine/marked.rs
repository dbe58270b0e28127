//! Marked profiles, as their topics have them: the last record of a content stands. Of all others
//! nothing is kept in memory.

use std::collections::BTreeMap;

use clap::{ArgGroup, Args};
use readonce_model::partition::partition_of;
use readonce_model::record::{Named, Profile};
use readonce_model::{ContentHash, ContractId, Topic};
use readonce_plumbing::kafka::{Admin, ClientSettings, restore_each};
use readonce_plumbing::registry::{self, Decoder};

use crate::context::Context;

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("which").required(true).args(["hash", "source"])))]
pub struct Choice {
    /// The profiles of one content
    #[arg(long, value_name = "HASH")]
    pub hash: Option<ContentHash>,
    /// All marked profiles that items of a source asked for
    #[arg(long, value_name = "SOURCE")]
    pub source: Option<String>,
    /// Under this contract only
    #[arg(long, value_name = "NAME@MAJOR")]
    pub contract: Option<ContractId>,
    /// With this in their reason only, like drift or null_rate:minimum_degree
    #[arg(long, value_name = "WORDS")]
    pub reason: Option<String>,
}

impl Choice {
    fn takes(&self, profile: &Profile) -> bool {
        let reason = profile.mark().and_then(|mark| mark.split_once(':'));
        let Some((_, reason)) = reason else {
            return false;
        };
        let is_source = |source: &String| profile.caused_by_item.source() == source;
        self.source.as_ref().is_none_or(is_source)
            && self
                .reason
                .as_ref()
                .is_none_or(|words| reason.contains(words))
    }

    fn may_be(&self, key: &[u8]) -> bool {
        let is_it = |hash: &ContentHash| hash.to_string().as_bytes() == key;
        self.hash.as_ref().is_none_or(is_it)
    }

    fn partitions(&self, all: u32) -> Vec<i32> {
        match &self.hash {
            Some(hash) => vec![partition_of(hash.to_string().as_bytes(), all)],
            None => (0..all).filter_map(|at| i32::try_from(at).ok()).collect(),
        }
    }
}

/// A profile, and the partition that it lies on.
pub struct Found {
    pub partition: i32,
    pub profile: Profile,
}

pub async fn find(context: &Context, choice: &Choice) -> anyhow::Result<Vec<Found>> {
    let settings = context.kafka()?;
    let decoder = Decoder::new(context.registry()?);
    let there = Admin::new(&settings)?.partitions().await?;
    let mut found = Vec::new();
    for contract in registry::contracts()? {
        let topic = Topic::Profiles(contract.clone());
        let name = settings.kafka().namespace.topic(&topic);
        let is_meant = choice.contract.as_ref().is_none_or(|id| *id == contract);
        if !is_meant || !there.contains_key(&name) {
            continue;
        }
        for partition in choice.partitions(settings.kafka().partitions) {
            let marked = Marked {
                settings: &settings,
                decoder: &decoder,
                choice,
            };
            found.extend(marked.of(&topic, partition).await?);
        }
    }
    Ok(found)
}

struct Marked<'a> {
    settings: &'a ClientSettings,
    decoder: &'a Decoder,
    choice: &'a Choice,
}

impl Marked<'_> {
    async fn of(&self, topic: &Topic, partition: i32) -> anyhow::Result<Vec<Found>> {
        let mut records = restore_each(self.settings, topic.clone(), partition, 0);
        let mut marked = BTreeMap::new();
        while let Some(record) = records.next().await? {
            if !self.choice.may_be(&record.key) {
                continue;
            }
            marked.remove(&record.key);
            let Some(value) = record.value else {
                continue;
            };
            let profile: Profile = self.decoder.decode(Profile::NAME, &value).await?;
            if self.choice.takes(&profile) {
                marked.insert(record.key, profile);
            }
        }
        let profiles = marked.into_values();
        Ok(profiles
            .map(|profile| Found { partition, profile })
            .collect())
    }
}
