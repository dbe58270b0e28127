//! Writes postings in English and Chinese from the world's own phrases.
//!
//! No text of a third party is in here. Every phrase is a complete visible line; a section never
//! holds the same bullet twice, because equal bullets could not be told apart.

mod chinese;
mod company;
mod english;
mod role;

use jiff::civil::Date;

use super::item::{Content, Language, Section};
use crate::random::Random;

pub(crate) use company::{COMPANIES, Company};
pub(crate) use english::TEAMS;
pub(crate) use role::{ROLES, Role};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Graduate,
    Junior,
    Middle,
    Senior,
    Lead,
}

impl Level {
    pub(crate) fn draw(random: &mut Random) -> Self {
        match random.below(20) {
            0..=1 => Self::Graduate,
            2..=4 => Self::Junior,
            5..=11 => Self::Middle,
            12..=17 => Self::Senior,
            _ => Self::Lead,
        }
    }
}

/// Who writes in one language.
pub(crate) trait Writer {
    fn title(&self, role: usize, level: Level, team: &str, random: &mut Random) -> String;
    fn content(&self, draft: Draft<'_>, random: &mut Random) -> Content;
    /// A demand for experience, as a bullet.
    fn experience(&self, level: Level, random: &mut Random) -> String;
    fn is_experience(&self, line: &str) -> bool;
    fn duty(&self, role: usize, random: &mut Random) -> String;
    /// A closing line; different for every date.
    fn deadline(&self, date: Date) -> String;
    fn is_deadline(&self, line: &str) -> bool;
    /// A title and one short word.
    fn almost_empty(&self) -> Content;
}

/// What a posting is about, before it is written.
#[derive(Clone, Copy)]
pub(crate) struct Draft<'a> {
    pub(crate) company: &'a Company,
    pub(crate) role: usize,
    pub(crate) level: Level,
    pub(crate) team: &'a str,
}

pub(crate) fn writer(language: Language) -> &'static dyn Writer {
    match language {
        Language::English => &english::English,
        Language::Chinese => &chinese::Chinese,
    }
}

/// Every tool that a posting of the world can name, each once.
pub(crate) fn tool_names() -> impl Iterator<Item = &'static str> {
    let all = ROLES.iter().enumerate().flat_map(|(at, role)| {
        role.stack.iter().filter(move |tool| {
            !ROLES[..at]
                .iter()
                .any(|earlier| earlier.stack.contains(tool))
        })
    });
    all.copied()
}

fn section(head: &str, bullets: Vec<impl Into<String>>) -> Section {
    let mut bullets: Vec<String> = bullets.into_iter().map(Into::into).collect();
    bullets.sort_unstable();
    bullets.dedup();
    Section {
        head: head.to_owned(),
        bullets,
    }
}
