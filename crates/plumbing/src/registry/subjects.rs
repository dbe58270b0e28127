//! Registering every subject with an explicit rule, and checking before anyone deploys.
//!
//! The rule is FULL_TRANSITIVE: compacted topics keep old records for ever, so every version must
//! be readable by every other. A breaking change is a new major, on a topic of its own.

use readonce_model::contract::NotAContract;
use readonce_model::{ContractId, Namespace, Topic};

use super::client::{Registry, RegistryError};
use super::fields;
use crate::Halt;

/// What registering did for one subject.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Registered {
    pub subject: String,
    pub id: u32,
    pub is_new: bool,
}

/// What a check found for one subject.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Finding {
    pub subject: String,
    /// new, equal, compatible or incompatible.
    pub verdict: &'static str,
    pub detail: Option<String>,
}

impl Finding {
    pub fn is_fault(&self) -> bool {
        self.verdict == "incompatible"
    }
}

/// The contracts that this version has compiled in.
pub fn contracts() -> Result<Vec<ContractId>, Halt> {
    let fault = |error: NotAContract| Halt::Internal(format!("a compiled-in name: {error}"));
    readonce_schemas::contracts()
        .map(|(name, major)| format!("{name}@{major}").parse().map_err(fault))
        .collect()
}

/// All topics with a schema: the fixed ones and one profile topic a contract.
fn topics_with_schema() -> Result<Vec<Topic>, Halt> {
    let fixed = Topic::fixed().into_iter().filter(Topic::has_schema);
    Ok(fixed
        .chain(contracts()?.into_iter().map(Topic::Profiles))
        .collect())
}

/// Sets the rule and registers each schema. Safe to repeat.
pub async fn register(registry: &Registry, ns: &Namespace) -> Result<Vec<Registered>, Halt> {
    let mut done = Vec::new();
    for topic in topics_with_schema()? {
        let subject = ns.subject(&topic);
        let text = schema_text(&topic)?;
        let fault = |error| halt(&subject, error);
        let known = match registry.lookup(&subject, &text).await {
            Ok(id) => Some(id),
            Err(error) if error.is_not_found() => None,
            Err(error) => return Err(fault(error)),
        };
        registry.set_compatibility(&subject).await.map_err(fault)?;
        let id = match known {
            Some(id) => id,
            None => registry.register(&subject, &text).await.map_err(fault)?,
        };
        done.push(Registered {
            subject: subject.clone(),
            id,
            is_new: known.is_none(),
        });
    }
    Ok(done)
}

/// Says for each subject what registering would meet, without changing anything.
pub async fn check(registry: &Registry, ns: &Namespace) -> Result<Vec<Finding>, Halt> {
    let mut findings = Vec::new();
    for topic in topics_with_schema()? {
        let subject = ns.subject(&topic);
        let text = schema_text(&topic)?;
        let (verdict, detail) = judge(registry, &subject, &text)
            .await
            .map_err(|error| halt(&subject, error))?;
        findings.push(Finding {
            subject,
            verdict,
            detail,
        });
    }
    Ok(findings)
}

async fn judge(
    registry: &Registry,
    subject: &str,
    text: &str,
) -> Result<(&'static str, Option<String>), RegistryError> {
    match registry.lookup(subject, text).await {
        Ok(_) => return Ok(("equal", None)),
        Err(error) if error.is_not_found() => {}
        Err(error) => return Err(error),
    }
    let versions = match registry.versions(subject).await {
        Ok(versions) => versions,
        Err(error) if error.is_not_found() => return Ok(("new", None)),
        Err(error) => return Err(error),
    };
    let mut faults = Vec::new();
    for version in versions {
        let old = registry.version(subject, version).await?;
        faults.extend(fields::breaks(version, &old, text));
        faults.extend(compare(version, &old, text));
    }
    if faults.is_empty() && registry.is_compatible(subject, text).await? {
        return Ok(("compatible", None));
    }
    let detail = match faults.is_empty() {
        true => "the registry's rule refuses it".to_owned(),
        false => faults.join("; "),
    };
    Ok(("incompatible", Some(detail)))
}

/// The registry says no without a reason; this names the field.
fn compare(version: u32, old: &str, new: &str) -> Vec<String> {
    use apache_avro::Schema;
    use apache_avro::schema_compatibility::SchemaCompatibility;
    let (Ok(old), Ok(new)) = (Schema::parse_str(old), Schema::parse_str(new)) else {
        return vec![format!(
            "version {version} or the new schema is no Avro schema"
        )];
    };
    let mut faults = Vec::new();
    if let Err(error) = SchemaCompatibility::can_read(&old, &new) {
        faults.push(format!(
            "the new reader cannot read version {version}: {error}"
        ));
    }
    if let Err(error) = SchemaCompatibility::can_read(&new, &old) {
        faults.push(format!(
            "a reader of version {version} cannot read the new one: {error}"
        ));
    }
    faults
}

fn schema_text(topic: &Topic) -> Result<String, Halt> {
    readonce_schemas::topic_schema(&topic.name()).map_err(|error| Halt::Schema {
        subject: topic.name(),
        detail: error.to_string(),
    })
}

fn halt(subject: &str, error: RegistryError) -> Halt {
    match error {
        RegistryError::Unreachable { url, detail } => Halt::Unreachable {
            part: "registry",
            address: url,
            detail,
        },
        refused => Halt::Schema {
            subject: subject.to_owned(),
            detail: refused.to_string(),
        },
    }
}
