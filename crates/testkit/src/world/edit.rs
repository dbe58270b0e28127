//! True edits of a posting: each gives a content or a fact that differs from the one before.

use super::item::{City, Content, Facts, Fixed, Pay};
use super::text::{Level, TEAMS, writer};
use super::{Language, Spec, place, time};
use crate::random::Random;

/// What an edit needs to know beside the content itself.
pub(crate) struct Desk<'a> {
    pub(crate) spec: &'a Spec,
    pub(crate) language: Language,
    pub(crate) role: usize,
    pub(crate) day: u32,
}

const TRIES: u32 = 12;

impl Desk<'_> {
    /// The same title over an edited text.
    pub(crate) fn edit_text(&self, content: &Content, random: &mut Random) -> Content {
        for _ in 0..TRIES {
            let edited = self.try_text(content, random);
            if edited != *content {
                return edited;
            }
        }
        self.with_deadline(content, random)
    }

    /// An edited title over the same text.
    pub(crate) fn edit_title(&self, content: &Content, random: &mut Random) -> Content {
        let mut edited = content.clone();
        for _ in 0..TRIES {
            let team = random.pick(TEAMS);
            edited.title =
                writer(self.language).title(self.role, Level::draw(random), team, random);
            if edited.title != content.title {
                return edited;
            }
        }
        edited.title = format!("{} II", content.title);
        edited
    }

    fn try_text(&self, content: &Content, random: &mut Random) -> Content {
        match random.below(5) {
            0 | 1 => self.with_other_experience(content, random),
            2 => self.with_other_duty(content, random),
            3 => without_an_offer(content, random),
            _ => self.with_deadline(content, random),
        }
    }

    fn with_other_experience(&self, content: &Content, random: &mut Random) -> Content {
        let writer = writer(self.language);
        let other = writer.experience(Level::draw(random), random);
        let mut edited = content.clone();
        let demands = edited
            .sections
            .iter_mut()
            .flat_map(|section| &mut section.bullets);
        for line in demands.filter(|line| writer.is_experience(line)).take(1) {
            line.clone_from(&other);
        }
        sorted(edited)
    }

    fn with_other_duty(&self, content: &Content, random: &mut Random) -> Content {
        let duty = writer(self.language).duty(self.role, random);
        let mut edited = content.clone();
        if let Some(section) = edited.sections.first_mut() {
            let index = random.index(section.bullets.len());
            if let Some(line) = section.bullets.get_mut(index) {
                *line = duty;
            }
        }
        sorted(edited)
    }

    /// Always a change: the dates of a day's deadlines are none of those before it.
    fn with_deadline(&self, content: &Content, random: &mut Random) -> Content {
        let writer = writer(self.language);
        let mut edited = content.clone();
        edited.outro.retain(|line| !writer.is_deadline(line));
        let mut days = random.between(14, 45) as u32;
        loop {
            let line = writer.deadline(time::date_after(self.spec, self.day, days));
            if !content.outro.contains(&line) {
                edited.outro.push(line);
                return edited;
            }
            days += 1;
        }
    }
}

fn without_an_offer(content: &Content, random: &mut Random) -> Content {
    let mut edited = content.clone();
    if let Some(section) = edited.sections.last_mut()
        && section.bullets.len() > 2
    {
        let index = random.index(section.bullets.len());
        section.bullets.remove(index);
    }
    edited
}

fn sorted(mut content: Content) -> Content {
    for section in &mut content.sections {
        section.bullets.sort_unstable();
        section.bullets.dedup();
    }
    content
}

/// Other pay with the same currency; a first pay where there was none.
pub(crate) fn edit_pay(fixed: &Fixed, facts: &Facts, random: &mut Random) -> Facts {
    let pay = match facts.pay {
        Some(pay) => Some(raise(pay, random)),
        None => Some(place::pay(fixed, &facts.cities, random)),
    };
    Facts {
        pay,
        cities: facts.cities.clone(),
    }
}

fn raise(pay: Pay, random: &mut Random) -> Pay {
    let step = (pay.min / 20).max(500) / 500 * 500;
    let max = pay.max + step * random.between(1, 3) as u32;
    Pay { max, ..pay }
}

/// Another main city in the same country.
pub(crate) fn edit_city(facts: &Facts, random: &mut Random) -> Facts {
    let mut cities = facts.cities.clone();
    if let Some(main) = cities.first_mut() {
        let others: Vec<&'static City> = place::compatriots(main)
            .into_iter()
            .filter(|city| !facts.cities.contains(city))
            .collect();
        *main = random.pick(&others);
    }
    Facts {
        pay: facts.pay,
        cities,
    }
}
