//! The present state of a posting and the events that move it.

use std::sync::Arc;

use super::cast::Event;
use crate::random::Random;
use crate::world::edit::{Desk, edit_city, edit_pay};
use crate::world::item::{Content, Facts, Fixed, Item, State};
use crate::world::place;
use crate::world::shape::Shape;

pub(super) struct Stage<'a> {
    pub(super) state: State,
    pub(super) listed: bool,
    shape: Shape,
    fixed: Fixed,
    firsts: &'a [Arc<Content>],
    /// What was before the present, each different from its neighbours.
    past_contents: Vec<Arc<Content>>,
    past_facts: Vec<Facts>,
}

impl<'a> Stage<'a> {
    pub(super) fn open(
        item: &Item,
        content: Arc<Content>,
        firsts: &'a [Arc<Content>],
        random: &mut Random,
    ) -> Self {
        let cities = place::cities(item.language, random);
        let shows_pay = item.shape != Shape::Greenhouse && random.chance(700);
        let pay = shows_pay.then(|| place::pay(&item.fixed, &cities, random));
        Self {
            state: State {
                content,
                facts: Facts { pay, cities },
            },
            listed: true,
            shape: item.shape,
            fixed: item.fixed.clone(),
            firsts,
            past_contents: Vec::new(),
            past_facts: Vec::new(),
        }
    }

    pub(super) fn play(&mut self, event: Event, desk: &Desk<'_>, random: &mut Random) {
        match event {
            Event::Leave => self.listed = false,
            Event::ComeBack => self.listed = true,
            Event::EditText => {
                let edited = desk.edit_text(&self.state.content, random);
                self.set_content(Arc::new(edited));
            }
            Event::EditTitle => {
                let edited = desk.edit_title(&self.state.content, random);
                self.set_content(Arc::new(edited));
            }
            Event::Adopt(number) => self.set_content(self.firsts[number].clone()),
            Event::ReturnContent => match self.past_contents.last().cloned() {
                Some(before) => self.set_content(before),
                None => self.play(Event::EditText, desk, random),
            },
            Event::EditPay if self.shape != Shape::Greenhouse => {
                let edited = edit_pay(&self.fixed, &self.state.facts, random);
                self.set_facts(edited);
            }
            // Greenhouse lists show no pay: there, the posting moves.
            Event::EditPay | Event::EditCity => {
                let edited = edit_city(&self.state.facts, random);
                self.set_facts(edited);
            }
            Event::ReturnFacts => match self.past_facts.last().cloned() {
                Some(before) => self.set_facts(before),
                None => self.play(Event::EditCity, desk, random),
            },
        }
    }

    fn set_content(&mut self, content: Arc<Content>) {
        if content != self.state.content {
            let before = std::mem::replace(&mut self.state.content, content);
            self.past_contents.push(before);
        }
    }

    fn set_facts(&mut self, facts: Facts) {
        if facts != self.state.facts {
            let before = std::mem::replace(&mut self.state.facts, facts);
            self.past_facts.push(before);
        }
    }
}
