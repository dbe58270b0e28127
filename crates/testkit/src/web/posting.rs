//! A posting as its author means it: what a reader sees, and what the site states in typed form.

use super::World;
use crate::random::Random;
use crate::world::City;
use crate::world::Language;
use crate::world::place;
use crate::world::text::{COMPANIES, Draft, Level, ROLES, TEAMS, writer};

/// A piece of running text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    Heading(String),
    Paragraph(String),
    /// Without an order.
    Bullets(Vec<String>),
    /// With an order.
    Steps(Vec<String>),
    Table(Vec<[String; 2]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pay {
    pub min: u32,
    pub max: u32,
    pub currency: &'static str,
    /// YEAR or MONTH.
    pub interval: &'static str,
}

/// A posting on one day.
#[derive(Clone, Debug)]
pub struct Posting {
    pub number: u32,
    pub(super) language: Language,
    pub title: String,
    pub(super) intro: Vec<Part>,
    /// Headings with their bullets.
    pub(super) sections: Vec<(String, Vec<String>)>,
    pub(super) outro: Vec<Part>,
    pub(super) pay: Pay,
    /// The first is the main one; the order of the others means nothing.
    pub(super) cities: Vec<&'static City>,
    pub(super) department: &'static str,
    /// Before the first fetch, ms.
    pub(super) age_ms: i64,
    /// Drawn once: what names the posting on boards with long ids.
    pub(super) tail: u64,
}

impl Posting {
    pub(super) fn draw(world: &World, number: u32, language: Language) -> Self {
        let mut random = world.random("posting", number.into());
        let role = random.index(ROLES.len());
        let company = &COMPANIES[random.index(COMPANIES.len())];
        let level = Level::draw(&mut random);
        let draft = Draft {
            company,
            role,
            level,
            team: random.pick(TEAMS),
        };
        let content = writer(language).content(draft, &mut random);
        let mut intro: Vec<Part> = content.intro.into_iter().map(Part::Paragraph).collect();
        intro.push(Part::Paragraph(team_size(language, &mut random)));
        let mut outro = process(language, &mut random);
        outro.extend(content.outro.into_iter().map(Part::Paragraph));
        outro.push(Part::Paragraph(reference(language, number)));
        let sections = content.sections.into_iter();
        let cities = place::cities(language, &mut random);
        Self {
            number,
            language,
            title: content.title,
            intro,
            sections: sections
                .map(|section| (section.head, section.bullets))
                .collect(),
            outro,
            pay: pay(role, &cities, &mut random),
            cities,
            department: ROLES[role].department,
            age_ms: age_ms(&mut random).max(world.spec.youngest_ms),
            tail: random.next(),
        }
    }

    /// The whole text in its order.
    pub(super) fn parts(&self) -> Vec<Part> {
        let mut all = self.intro.clone();
        for (head, bullets) in &self.sections {
            all.push(Part::Heading(head.clone()));
            all.push(Part::Bullets(bullets.clone()));
        }
        all.extend(self.outro.iter().cloned());
        all
    }

    /// The number as it stands in ids and addresses.
    pub(super) fn shown_number(&self) -> u32 {
        super::FIRST_NUMBER + self.number
    }

    /// An id of the form of a UUID.
    pub(super) fn long_id(&self) -> String {
        let (high, low) = (self.tail >> 32, self.tail & 0xffff_ffff);
        format!(
            "{}-{:04x}-4{:03x}-a{:03x}-{low:08x}{:04x}",
            self.shown_number(),
            high & 0xffff,
            high >> 16 & 0xfff,
            high >> 4 & 0xfff,
            high & 0xffff
        )
    }
}

/// The sentence whose numbers an edit moves.
fn team_size(language: Language, random: &mut Random) -> String {
    let (now, soon) = (random.between(4, 19), random.between(20, 60));
    match language {
        Language::English => {
            format!("We are {now} people today and plan to be {soon} by the end of next year.")
        }
        Language::Chinese => format!("团队目前{now}人，计划明年底扩充至{soon}人。"),
    }
}

/// Steps in their order, and for some a table: what boards of every kind carry in their markup.
fn process(language: Language, random: &mut Random) -> Vec<Part> {
    let english = language == Language::English;
    let mut parts = Vec::new();
    if random.chance(600) {
        let (head, steps) = match english {
            true => ("How we hire", ENGLISH_STEPS),
            false => ("招聘流程", CHINESE_STEPS),
        };
        parts.push(Part::Heading(head.to_owned()));
        parts.push(Part::Steps(
            steps.iter().map(|step| (*step).to_owned()).collect(),
        ));
    }
    if random.chance(250) {
        let (head, rows) = match english {
            true => ("At a glance", ENGLISH_ROWS),
            false => ("岗位概览", CHINESE_ROWS),
        };
        parts.push(Part::Heading(head.to_owned()));
        let rows = rows.iter().map(|row| row.map(str::to_owned)).collect();
        parts.push(Part::Table(rows));
    }
    parts
}

const ENGLISH_STEPS: &[&str] = &[
    "A call of half an hour with the person who would lead you",
    "A piece of paid work that takes an afternoon",
    "A day with the team, at a desk or on a screen",
    "An answer within three working days, whatever it is",
];

const CHINESE_STEPS: &[&str] = &[
    "电话沟通，了解彼此的期望",
    "完成一份有报酬的小任务",
    "与团队共事一天，可线上进行",
    "三个工作日内给出答复",
];

const ENGLISH_ROWS: &[[&str; 2]] = &[
    ["Hours a week", "38"],
    ["Start", "as soon as you can"],
    ["Contract", "permanent, full time"],
];

const CHINESE_ROWS: &[[&str; 2]] = &[
    ["工作时间", "每周五天，弹性上下班"],
    ["到岗时间", "尽快"],
    ["合同性质", "全职，长期"],
];

/// Makes every posting a text of its own.
fn reference(language: Language, number: u32) -> String {
    match language {
        Language::English => format!("Please quote R-{number} when you write to us."),
        Language::Chinese => format!("投递时请注明岗位编号R-{number}。"),
    }
}

fn pay(role: usize, cities: &[&'static City], random: &mut Random) -> Pay {
    let base = ROLES[role].base_pay * random.between(70, 150) as u32 * 10;
    let country = cities.first().map_or("US", |city| city.country_code);
    let (currency, interval, per_mille) = match country {
        "DE" => ("EUR", "YEAR", 620),
        "GB" => ("GBP", "YEAR", 560),
        "CA" => ("CAD", "YEAR", 1050),
        "CN" => ("CNY", "MONTH", 230),
        _ => ("USD", "YEAR", 1000),
    };
    let min = base * per_mille / 1000 / 500 * 500;
    let max = (min + min * random.between(12, 35) as u32 / 100) / 500 * 500;
    Pay {
        min,
        max: max.max(min + 500),
        currency,
        interval,
    }
}

/// Most postings are some weeks old; a third is so new that sites say it in words.
fn age_ms(random: &mut Random) -> i64 {
    const MINUTE_MS: u64 = 60_000;
    let minutes = match random.below(6) {
        0 => random.between(4, 55),
        1 => random.between(61, 23 * 60),
        2 => random.between(24 * 60, 6 * 24 * 60),
        _ => random.between(7 * 24 * 60, 60 * 24 * 60),
    };
    (minutes * MINUTE_MS) as i64
}
