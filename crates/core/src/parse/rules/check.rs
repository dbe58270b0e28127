//! From the text of a parser document to a [`Parser`], or to everything that is wrong with it.

use std::collections::BTreeSet;

use jiff::tz::TimeZoneDatabase;

use super::field::Field;
use super::path::Path;
use super::spec::{ParserSpec, RuleSpec, ValueType};
use super::{From, PARSER_KIND, Parser, ParserName, Rule, Rules, html, json};
use crate::catalog::{self, CatalogError, Fault, Faults};
use crate::item::Kind;
use crate::parse::dom::{Selector, Selectors};
use crate::parse::{Family, Format};
use crate::quality::contract::{self, DataContract};

/// Longest document; a parser is rules, not data.
const LARGEST_BYTES: usize = 256 * 1024;

const KINDS: [Kind; 5] = [
    Kind::Posting,
    Kind::Product,
    Kind::Article,
    Kind::Thread,
    Kind::Page,
];

/// Reads, checks and compiles a document, YAML or JSON. Its name is `name@version`.
///
/// A text that cannot be read has one fault, the first; one that can be read has all of its faults.
pub fn parse_parser(name: &str, text: &str) -> Result<Parser, CatalogError> {
    let refuse = |faults| CatalogError {
        kind: PARSER_KIND,
        name: name.to_owned(),
        faults,
    };
    if text.len() > LARGEST_BYTES {
        return Err(refuse(vec![Fault {
            field: "document".to_owned(),
            line: None,
            words: format!("has {} bytes; {LARGEST_BYTES} are allowed", text.len()),
        }]));
    }
    let spec: ParserSpec = catalog::read(text).map_err(|fault| refuse(vec![fault]))?;
    let mut check = Check {
        spec: &spec,
        faults: Faults::default(),
    };
    let compiled = check.parser(name);
    let faults = catalog::located(text, check.faults);
    match compiled {
        Some(parser) if faults.is_empty() => Ok(parser),
        _ => Err(refuse(faults)),
    }
}

struct Check<'a> {
    spec: &'a ParserSpec,
    faults: Faults,
}

impl Check<'_> {
    fn say(&mut self, field: &str, words: impl Into<String>) {
        self.faults.say(field, words);
    }

    /// Every part is checked, whatever is wrong with the others.
    fn parser(&mut self, name: &str) -> Option<Parser> {
        let name = self.name(name);
        let format = self.format();
        let kind = self.kind();
        self.locale();
        let set_like = self.set_like();
        let volatile = self.volatile();
        let noise = self.noise(format);
        let quality = self.quality(kind);
        let rules = format.and_then(|format| self.rules(format, &set_like));
        Some(Parser {
            name: name?,
            spec: self.spec.clone(),
            format: format?,
            kind,
            set_like,
            volatile,
            noise,
            quality,
            rules,
        })
    }

    fn name(&mut self, name: &str) -> Option<ParserName> {
        match name.parse() {
            Ok(name) => Some(name),
            Err(error) => {
                let error: super::NotAParserName = error;
                self.say("name", error.to_string());
                None
            }
        }
    }

    fn format(&mut self) -> Option<Format> {
        match self.spec.format.parse() {
            Ok(format) => Some(format),
            Err(error) => {
                let error: crate::parse::format::NotAFormat = error;
                self.say("format", error.to_string());
                None
            }
        }
    }

    fn kind(&mut self) -> Option<Kind> {
        let word = self.spec.kind.as_deref()?;
        let found = KINDS.into_iter().find(|kind| kind.as_str() == word);
        if found.is_none() {
            let known = KINDS.map(Kind::as_str).join(", ");
            self.say(
                "kind",
                format!("'{word}' is no kind of item; known: {known}"),
            );
        }
        found
    }

    fn quality(&mut self, kind: Option<Kind>) -> Option<DataContract> {
        let held = self.spec.quality.as_ref()?;
        let contract = contract::held(held, "quality", &mut self.faults)?;
        if let Some(kind) = kind.filter(|kind| *kind != contract.kind()) {
            let (other, kind) = (contract.kind().as_str(), kind.as_str());
            let words = format!("is for {other}, but the items are of kind {kind}");
            self.say("quality.kind", words);
        }
        Some(contract)
    }

    fn locale(&mut self) {
        let zone = self.spec.site_tz.as_deref();
        let zones = TimeZoneDatabase::bundled();
        if let Some(zone) = zone.filter(|zone| zones.get(zone).is_err()) {
            let words = format!("no time zone is called '{zone}'; write it like Europe/Berlin");
            self.say("site-tz", words);
        }
        let lang = self.spec.lang.as_deref();
        if let Some(lang) = lang.filter(|lang| !is_language_tag(lang)) {
            self.say(
                "lang",
                format!("'{lang}' is no language tag; write it like en-GB"),
            );
        }
        let currency = self.spec.currency.as_deref();
        let is_code = |code: &str| code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase());
        if let Some(code) = currency.filter(|code| !is_code(code)) {
            self.say(
                "currency",
                format!("'{code}' is no code of ISO 4217; write it like EUR"),
            );
        }
    }

    fn fields_named(&mut self, key: &str, names: &[String]) -> BTreeSet<Field> {
        let mut fields = BTreeSet::new();
        for name in names {
            match Field::named(name) {
                Some(field) => {
                    if !fields.insert(field) {
                        self.say(key, format!("{name} stands there twice"));
                    }
                }
                None => self.say(key, unknown_field(name)),
            }
        }
        fields
    }

    fn set_like(&mut self) -> BTreeSet<Field> {
        let fields = self.fields_named("set-like", &self.spec.set_like);
        for field in &fields {
            let types = field.types();
            if !types.contains(&ValueType::Set) {
                let words = format!("{} is one value and has no order", field.as_str());
                self.say("set-like", words);
            }
        }
        fields
    }

    fn volatile(&mut self) -> BTreeSet<Field> {
        let fields = self.fields_named("volatile", &self.spec.volatile);
        for field in fields.iter().filter(|field| field.is_vital()) {
            let words = format!(
                "{} says which item it is and cannot be volatile",
                field.as_str()
            );
            self.say("volatile", words);
        }
        fields
    }

    fn noise(&mut self, format: Option<Format>) -> Selectors {
        let mut all = Selectors::default();
        for selector in &self.spec.noise {
            self.selector("noise", selector, &mut all);
        }
        let is_page = format.is_none_or(|format| format.family() == Family::Html);
        if !self.spec.noise.is_empty() && !is_page {
            self.say(
                "noise",
                "selectors find nothing in this format; it is for list and page",
            );
        }
        all
    }

    fn rules(&mut self, format: Format, set_like: &BTreeSet<Field>) -> Option<Rules> {
        match format {
            Format::Json => self.json(set_like),
            Format::List | Format::Page => self.html(format, set_like),
            other => {
                self.refuse_rules(other);
                None
            }
        }
    }

    fn refuse_rules(&mut self, format: Format) {
        let spec = self.spec;
        let given = [
            ("items", spec.items.is_some()),
            ("fields", !spec.fields.is_empty()),
            ("next-page", spec.next_page.is_some()),
            ("total", spec.total.is_some()),
        ];
        for (key, _) in given.into_iter().filter(|(_, given)| *given) {
            let words =
                format!("{format} has a reader of its own; rules are for json, list and page");
            self.say(key, words);
        }
    }

    fn json(&mut self, set_like: &BTreeSet<Field>) -> Option<Rules> {
        self.need_fields(true);
        let items = match self.spec.items.as_deref() {
            Some(path) => self.path("items", path),
            None => {
                self.say(
                    "items",
                    "is missing: the path to the items, for example $.jobs[*]",
                );
                None
            }
        };
        let fields = self.field_rules(set_like, None);
        let next_page = self.around("next-page", self.spec.next_page.as_ref(), None);
        let total = self.around("total", self.spec.total.as_ref(), None);
        Some(Rules::Json(json::Rules {
            items: items?,
            fields,
            next_page,
            total,
        }))
    }

    /// `None` when the document has no rules, and the readers of pages are to find out themselves.
    fn html(&mut self, format: Format, set_like: &BTreeSet<Field>) -> Option<Rules> {
        let mut around = Selectors::default();
        let next_page = self.around("next-page", self.spec.next_page.as_ref(), Some(&mut around));
        let total = self.around("total", self.spec.total.as_ref(), Some(&mut around));
        let has_more = [
            next_page.is_some(),
            total.is_some(),
            self.spec.items.is_some(),
        ];
        if self.spec.fields.is_empty() && !has_more.contains(&true) {
            return None;
        }
        self.need_fields(format == Format::List || self.spec.items.is_some());
        let mut items = Selectors::default();
        match self.spec.items.as_deref() {
            Some(selector) => {
                self.selector("items", selector, &mut items);
            }
            None if format == Format::List => {
                self.say(
                    "items",
                    "is missing: the selector of the items, for example ul.jobs > li",
                );
            }
            None => {}
        }
        let mut selectors = Selectors::default();
        let fields = self.field_rules(set_like, Some(&mut selectors));
        Some(Rules::Html(html::Rules {
            items: self.spec.items.is_some().then_some(items),
            fields,
            selectors,
            around,
            next_page,
            total,
        }))
    }

    /// A page that is one item has its own address for an id.
    fn need_fields(&mut self, need_id: bool) {
        let fields = &self.spec.fields;
        if fields.is_empty() {
            self.say("fields", "is missing: the fields with their rules");
        } else if need_id && !fields.contains_key("id") && !fields.contains_key("url") {
            self.say("fields", "an item needs an id, or a url that stands for it");
        }
    }

    fn field_rules(
        &mut self,
        set_like: &BTreeSet<Field>,
        mut selectors: Option<&mut Selectors>,
    ) -> Vec<Rule> {
        let mut rules = Vec::new();
        let spec = self.spec;
        for (name, rule) in &spec.fields {
            let key = format!("fields.{name}");
            let Some(field) = Field::named(name) else {
                self.say(&key, unknown_field(name));
                continue;
            };
            let from = self.from(&key, rule, selectors.as_deref_mut());
            let value_type = match self.value_type(&key, field, rule) {
                _ if set_like.contains(&field) => ValueType::Set,
                chosen => chosen,
            };
            rules.extend(from.map(|from| Rule {
                field,
                from,
                value_type,
                is_required: rule.required.unwrap_or(field.is_vital()),
            }));
        }
        rules
    }

    fn value_type(&mut self, key: &str, field: Field, rule: &RuleSpec) -> ValueType {
        let types = field.types();
        let usual = types.first().copied().unwrap_or(ValueType::Text);
        let chosen = rule.value_type.unwrap_or(usual);
        if !types.contains(&chosen) {
            let known: Vec<String> = types.iter().map(ToString::to_string).collect();
            let words = format!(
                "{} cannot be read as {chosen}; it is read as {}",
                field.as_str(),
                known.join(", ")
            );
            self.say(&format!("{key}.type"), words);
        }
        chosen
    }

    /// A rule beside the items.
    fn around(
        &mut self,
        key: &str,
        rule: Option<&RuleSpec>,
        selectors: Option<&mut Selectors>,
    ) -> Option<From> {
        let rule = rule?;
        if rule.value_type.is_some() {
            self.say(
                &format!("{key}.type"),
                "follows from the key and is not said",
            );
        }
        if rule.required.is_some() {
            self.say(&format!("{key}.required"), "is for fields of items");
        }
        self.from(key, rule, selectors)
    }

    /// Where the value is; with `selectors` in a page, without in JSON.
    fn from(
        &mut self,
        key: &str,
        rule: &RuleSpec,
        selectors: Option<&mut Selectors>,
    ) -> Option<From> {
        let at = |part: &str| format!("{key}.{part}");
        if let Some(fixed) = &rule.fixed {
            for (part, given) in [
                ("path", &rule.path),
                ("select", &rule.select),
                ("attr", &rule.attr),
            ] {
                if given.is_some() {
                    self.say(&at(part), "stands beside const, which is the value already");
                }
            }
            return Some(From::Fixed(fixed.clone()));
        }
        let Some(selectors) = selectors else {
            for (part, given) in [("select", &rule.select), ("attr", &rule.attr)] {
                if given.is_some() {
                    self.say(&at(part), "is for pages; JSON has path");
                }
            }
            let Some(path) = &rule.path else {
                self.say(key, "needs a path or a const");
                return None;
            };
            return self.path(&at("path"), path).map(From::Path);
        };
        if rule.path.is_some() {
            self.say(&at("path"), "is for JSON; a page has select and attr");
        }
        if rule.select.is_none() && rule.attr.is_none() {
            self.say(key, "needs a select, an attr or a const");
            return None;
        }
        let selector = match &rule.select {
            Some(select) => Some(self.selector(&at("select"), select, selectors)?),
            None => None,
        };
        Some(From::Element {
            selector,
            attribute: rule.attr.clone(),
        })
    }

    fn path(&mut self, key: &str, text: &str) -> Option<Path> {
        text.parse()
            .map_err(|error: super::path::BadPath| self.say(key, error.to_string()))
            .ok()
    }

    fn selector(&mut self, key: &str, text: &str, all: &mut Selectors) -> Option<usize> {
        let selector: Selector = text
            .parse()
            .map_err(|error: crate::parse::dom::BadSelector| self.say(key, error.to_string()))
            .ok()?;
        all.add(&selector)
            .map_err(|error| self.say(key, error.to_string()))
            .ok()
    }
}

/// A name that only has the wrong dashes gets told so.
fn unknown_field(name: &str) -> String {
    let dashed = name.replace('_', "-");
    match Field::named(&dashed) {
        Some(_) => format!("'{name}' is no field; write {dashed}"),
        None => format!("'{name}' is no field; known: {}", Field::names()),
    }
}

fn is_language_tag(tag: &str) -> bool {
    let parts = tag.split('-');
    let sound = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    let first = tag.split('-').next().unwrap_or("");
    (2..=3).contains(&first.len())
        && first.bytes().all(|b| b.is_ascii_alphabetic())
        && parts.clone().all(sound)
}
