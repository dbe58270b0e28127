//! One site through all days.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use readonce_core::canonical::CANONICALIZER_VERSION;
use readonce_core::observe::{Applied, RawPosition, Reader, Reading, State};
use readonce_core::parse::{Response, parse};
use readonce_model::record::{Observation, Outcome as Word, RawKind, RawRecord};
use readonce_testkit::web::{DAYS, Edit, Page, Site, World, number_of};

use super::verdict::{Difference, Seen};
use super::{Day, Outcome, Plan};
use crate::pure::RawRun;

/// Carries one site through all days.
pub(super) fn site(world: &World, site: &Site, plan: Plan) -> Outcome {
    let mut carrier = Carrier {
        world,
        site,
        plan,
        state: State::new(),
        offset: 0,
        hashes: BTreeSet::new(),
        texts: HashMap::new(),
        outcome: Outcome::default(),
    };
    for day in 1..=DAYS {
        let found = carrier.day(day);
        carrier.outcome.days.push(found);
    }
    carrier.outcome
}

struct Carrier<'a> {
    world: &'a World,
    site: &'a Site,
    plan: Plan,
    state: State,
    offset: i64,
    hashes: BTreeSet<String>,
    /// What was last seen of each posting.
    texts: HashMap<u32, Seen>,
    outcome: Outcome,
}

/// A day in the making.
struct Today {
    day: u32,
    found: Day,
    /// Postings that no page has shown yet.
    missing: BTreeSet<u32>,
}

/// What was read of a page, with the texts that a fault is explained by.
struct Read {
    reading: Reading,
    texts: Vec<(String, Seen)>,
}

impl Carrier<'_> {
    fn day(&mut self, day: u32) -> Day {
        let run = RawRun {
            source: &self.site.source,
            run_id: format!("{}/{day}", self.site.source),
            at_ms: self.world.fetch_ms(day),
            site_tz: self.site.zone(),
        };
        let mut today = Today {
            day,
            found: Day::default(),
            missing: (self.site.first..self.site.first + self.site.count).collect(),
        };
        let started = run.mark(RawKind::RunStarted, 0);
        let at = self.next();
        let applied = self.state.apply_run_started(&started, at);
        self.take(&mut today.found, &applied);
        let mut pages = 0;
        for page in self.world.site_pages(self.site, day) {
            pages += 1;
            let raw = RawRecord {
                url: Some(page.url.clone()),
                final_url: Some(page.url.clone()),
                content_type: page.content_type.clone(),
                ..run.mark(RawKind::Page, pages)
            };
            self.page(&page, &raw, &mut today);
        }
        self.end(&run.end(pages, true), today)
    }

    fn end(&mut self, end: &RawRecord, today: Today) -> Day {
        let Today {
            day,
            mut found,
            missing,
        } = today;
        let at = self.next();
        let applied = self.state.apply_run_finished(end, at);
        self.take(&mut found, &applied);
        for number in missing {
            self.differ(day, number, "was not seen", None);
        }
        if let Some(run) = applied.run {
            found.unhealthy = i64::from(!run.healthy);
            found.failed += run.failed;
        }
        found
    }

    fn page(&mut self, page: &Page, raw: &RawRecord, today: &mut Today) {
        if self.plan.naive {
            self.see_naively(page, today.day);
        }
        let at = self.next();
        let applied = match self.read(page, raw) {
            Ok(read) => {
                let applied = self.state.apply_page(raw, at, read.reading);
                self.hold(read.texts, &applied, today);
                applied
            }
            Err(words) => {
                today.found.unreadable_pages += 1;
                let number = page.records.first().map_or(0, |record| record.number);
                let words = format!("is on a page that cannot be read: {words}");
                self.differ(today.day, number, &words, None);
                self.state.apply_unreadable_page(raw, at)
            }
        };
        self.take(&mut today.found, &applied);
    }

    fn see_naively(&mut self, page: &Page, day: u32) {
        for record in &page.records {
            let edit = self.edit(record.number).filter(|_| day == DAYS);
            let edited = edit.is_some_and(Edit::is_of_content);
            self.outcome.naive.see(record, edited);
        }
    }

    fn read(&self, page: &Page, raw: &RawRecord) -> Result<Read, String> {
        let response = Response {
            body: &page.body,
            content_type: page.content_type.as_deref(),
            url: Some(&page.url),
            site_tz: self.site.zone(),
            at_ms: raw.at_ms,
            ..Response::default()
        };
        let parsed = parse(&response).map_err(|reason| reason.to_string())?;
        let whole = page
            .records
            .first()
            .map_or("", |record| record.raw.as_str());
        let defect = self.plan.defect;
        let sightings: Vec<_> = parsed
            .items
            .into_iter()
            .map(|item| defect.sight(item, whole))
            .collect();
        let texts = sightings.iter().map(|seen| {
            let text = format!("{}\n{}", seen.canonical.title, seen.canonical.text);
            let name = format!("{} {}", seen.id, seen.url.as_deref().unwrap_or_default());
            (
                name,
                Seen {
                    text,
                    facts: seen.facts.clone(),
                },
            )
        });
        Ok(Read {
            texts: texts.collect(),
            reading: Reading {
                reader: Reader {
                    format: parsed.format.as_str().to_owned(),
                    parser_version: parsed.parser_version,
                    canonicalizer_version: CANONICALIZER_VERSION,
                    parser: None,
                },
                rejected: parsed.rejected.len(),
                sightings,
                ..Reading::default()
            },
        })
    }

    /// Holds what the fold says of a page's postings against the plan.
    fn hold(&mut self, texts: Vec<(String, Seen)>, applied: &Applied, today: &mut Today) {
        let day = today.day;
        let said: BTreeMap<u32, &Observation> = applied
            .observations
            .iter()
            .filter_map(|seen| Some((number_in(seen)?, seen)))
            .collect();
        for (name, now) in texts {
            let Some(number) = number_of(&name) else {
                self.differ(
                    day,
                    self.site.first,
                    &format!("an item without its number: {name}"),
                    Some(now),
                );
                continue;
            };
            today.missing.remove(&number);
            let wrong = said
                .get(&number)
                .and_then(|seen| self.wrong(day, number, seen));
            if let Some(words) = wrong {
                self.differ(day, number, &words, Some(now.clone()));
            }
            self.texts.insert(number, now);
        }
    }

    /// What is wrong about an observation, in words.
    fn wrong(&self, day: u32, number: u32, seen: &Observation) -> Option<String> {
        let fields: Vec<&str> = seen
            .changes
            .iter()
            .map(|change| change.field.as_str())
            .collect();
        let of_content = fields
            .iter()
            .any(|field| matches!(*field, "title" | "text"));
        let edit = self.edit(number).filter(|_| day == DAYS);
        let right = match (day, edit) {
            (1, _) => seen.outcome == Word::New,
            (_, None) => seen.outcome == Word::Unchanged,
            (_, Some(Edit::Pay)) => seen.outcome == Word::Changed && !of_content,
            (_, Some(_)) => matches!(seen.outcome, Word::Changed | Word::Revised) && of_content,
        };
        let planned = edit.map_or("nothing was changed".to_owned(), |edit| {
            format!("planned {edit:?}")
        });
        (!right).then(|| {
            let told = serde_json::to_string(&seen.changes).unwrap_or_default();
            format!("is {} where {planned}: {told}", seen.outcome.as_str())
        })
    }

    fn edit(&self, number: u32) -> Option<Edit> {
        self.world.edits().get(&number).copied()
    }

    fn differ(&mut self, day: u32, number: u32, words: &str, now: Option<Seen>) {
        let kind = format!("{} on day {day}", self.site.source);
        let count = self.outcome.counts.entry(kind).or_default();
        *count += 1;
        if *count <= self.plan.keep {
            self.outcome.differences.push(Difference {
                source: self.site.source.clone(),
                day,
                number,
                words: words.to_owned(),
                before: self.texts.get(&number).cloned(),
                now,
            });
        }
    }

    fn next(&mut self) -> RawPosition {
        self.offset += 1;
        RawPosition {
            partition: 0,
            offset: self.offset,
        }
    }

    fn take(&mut self, found: &mut Day, applied: &Applied) {
        for seen in &applied.observations {
            found.seen += 1;
            match seen.outcome {
                Word::New => found.new += 1,
                Word::Unchanged => found.unchanged += 1,
                _ => found.changed += 1,
            }
        }
        let hashes = applied
            .snapshots
            .iter()
            .map(|row| row.content_hash.to_string());
        let new = hashes.filter(|hash| self.hashes.insert(hash.clone()));
        found.snapshots += new.count() as i64;
    }
}

fn number_in(seen: &Observation) -> Option<u32> {
    number_of(&format!(
        "{} {}",
        seen.item_id,
        seen.url.as_deref().unwrap_or_default()
    ))
}
