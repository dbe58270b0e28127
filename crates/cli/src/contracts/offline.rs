//! Contracts held against a base, against old bytes and against the mappings between them; no
//! registry is asked. What breaks what, `core` decides.

use readonce_core::extract::contract::{Break, Contract, Corpus, compatible};
use readonce_core::extract::lift::{Document, Mapping};
use readonce_model::ContractId;
use serde::Serialize;

use super::side::Side;

/// What was found of one contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    pub subject: String,
    /// What it was held against.
    pub against: String,
    /// new, equal, compatible or incompatible.
    pub verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    pub detail: Option<String>,
}

impl Found {
    pub fn is_fault(&self) -> bool {
        self.verdict == "incompatible"
    }

    fn good(subject: &str, against: &str, verdict: &'static str) -> Self {
        Self {
            subject: subject.to_owned(),
            against: against.to_owned(),
            verdict,
            field: None,
            detail: None,
        }
    }

    fn bad(subject: &str, against: &str, broken: &Break) -> Self {
        let field = Some(&broken.field).filter(|field| !field.is_empty());
        Self {
            field: field.cloned(),
            detail: Some(broken.reason.clone()),
            ..Self::good(subject, against, "incompatible")
        }
    }

    fn fault(subject: &str, against: &str, reason: impl ToString) -> Self {
        let broken = Break {
            field: String::new(),
            reason: reason.to_string(),
        };
        Self::bad(subject, against, &broken)
    }
}

/// Everything but the base: forms, mappings, old bytes.
pub fn check_alone(side: &Side) -> Vec<Found> {
    let mut found = Vec::new();
    for (name, major, text) in side.schemas() {
        let subject = format!("{name}@{major}");
        match compiled(name, major, text) {
            Err(words) => found.push(Found::fault(&subject, "the form of a contract", words)),
            Ok(_) if major > 1 => found.push(check_lift(side, name, major)),
            Ok(_) => {}
        }
    }
    let corpus = side.corpus();
    found.extend(corpus.flat_map(|(path, text)| check_corpus(side, path, text)));
    found
}

/// Each contract of the base, and those that it does not have.
pub fn check_base(side: &Side, base: &Side) -> Vec<Found> {
    let mut found = Vec::new();
    for (name, major, old) in base.schemas() {
        let subject = format!("{name}@{major}");
        let Some(new) = side.schema(name, major) else {
            let words = "it was taken out, and its topic holds profiles";
            found.push(Found::fault(&subject, &base.label, words));
            continue;
        };
        found.extend(compare(&subject, &base.label, (old, new)));
    }
    let new = side.schemas();
    let new = new.filter(|(name, major, _)| base.schema(name, *major).is_none());
    found.extend(
        new.map(|(name, major, _)| Found::good(&format!("{name}@{major}"), &base.label, "new")),
    );
    found
}

fn compare(subject: &str, against: &str, (old, new): (&str, &str)) -> Vec<Found> {
    let same = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
    if same(old) == same(new) {
        return vec![Found::good(subject, against, "equal")];
    }
    let breaks = subject
        .parse::<ContractId>()
        .map_err(|error| error.to_string())
        .and_then(|id| compatible(&id, old, new).map_err(|error| error.to_string()));
    match breaks {
        Err(words) => vec![Found::fault(subject, against, words)],
        Ok(breaks) if breaks.is_empty() => vec![Found::good(subject, against, "compatible")],
        Ok(breaks) => breaks
            .iter()
            .map(|one| Found::bad(subject, against, one))
            .collect(),
    }
}

/// A higher major says how the one before becomes it.
fn check_lift(side: &Side, name: &str, major: u32) -> Found {
    let (subject, against) = (format!("{name}@{major}"), "the mapping into it");
    match lift(side, name, major) {
        Ok(()) => Found::good(&subject, against, "compatible"),
        Err(words) => Found::fault(&subject, against, words),
    }
}

fn lift(side: &Side, name: &str, major: u32) -> Result<(), String> {
    let text = side
        .lift(name, major)
        .ok_or_else(|| format!("there is none; write {name}/v{major}.lift.yaml"))?;
    let words = |fault: readonce_core::extract::lift::Fault| {
        let cause = std::error::Error::source(&fault).map(ToString::to_string);
        cause.map_or(fault.to_string(), |cause| format!("{fault}: {cause}"))
    };
    let document = Document::read(text).map_err(words)?;
    let from = document.from.major();
    let old = side
        .schema(name, from)
        .ok_or_else(|| format!("it starts from {}, which is not there", document.from))?;
    let new = side.schema(name, major).unwrap_or_default();
    let (old, new) = (compiled(name, from, old)?, compiled(name, major, new)?);
    Mapping::compile(document, &old, &new)
        .map(drop)
        .map_err(words)
}

fn check_corpus(side: &Side, path: &str, text: &str) -> Vec<Found> {
    let corpus = match Corpus::read(text) {
        Ok(corpus) => corpus,
        Err(error) => return vec![Found::fault(path, "old bytes", error)],
    };
    let (name, major) = (corpus.contract.name(), corpus.contract.major());
    let (subject, against) = (corpus.contract.to_string(), format!("old bytes in {path}"));
    let Some(new) = side.schema(name, major) else {
        return vec![Found::fault(
            &subject,
            &against,
            "the contract was taken out",
        )];
    };
    let today = match readonce_schemas::schema_in_envelope(name, new) {
        Ok(today) => today,
        Err(error) => return vec![Found::fault(&subject, &against, error)],
    };
    let old = corpus
        .contract_schema()
        .map(ToString::to_string)
        .unwrap_or_default();
    let mut found: Vec<_> = compare(&subject, &against, (&old, new))
        .into_iter()
        .filter(Found::is_fault)
        .collect();
    found.extend(
        corpus
            .faults(&today)
            .iter()
            .map(|one| Found::bad(&subject, &against, one)),
    );
    if found.is_empty() {
        found.push(Found::good(&subject, &against, "compatible"));
    }
    found
}

fn compiled(name: &str, major: u32, text: &str) -> Result<Contract, String> {
    let id: ContractId = format!("{name}@{major}")
        .parse()
        .map_err(|error: readonce_model::contract::NotAContract| error.to_string())?;
    Contract::compile(id, text).map_err(|error| {
        let cause = std::error::Error::source(&error).map(ToString::to_string);
        cause.map_or(error.to_string(), |cause| format!("{error}: {cause}"))
    })
}
