//! One posting's way through the days: by the cast's script, or by chance.

use std::sync::Arc;

use readonce_model::ItemId;

use super::cast::{Event, Part, Text};
use super::stage::Stage;
use crate::random::Random;
use crate::world::edit::Desk;
use crate::world::item::{Content, Fixed, Item, Language, Workplace};
use crate::world::text::{COMPANIES, Draft, Level, ROLES, TEAMS, writer};
use crate::world::{Board, Spec, time};

/// What chance does to a posting that is listed, in thousandths a day.
const CHANCES: &[(u32, Event)] = &[
    (30, Event::EditText),
    (6, Event::EditTitle),
    (12, Event::EditPay),
    (8, Event::EditCity),
    (8, Event::ReturnContent),
    (3, Event::ReturnFacts),
];
const LEAVES: u32 = 20;
const COMES_BACK: u32 = 300;
/// Of all postings, in thousandths.
const COMES_LATER: u32 = 60;
const CROSS_POSTED: u32 = 50;
const CHINESE: u32 = 250;

/// A posting before its days are played.
#[derive(Clone)]
pub(super) struct Life {
    board: usize,
    language: Language,
    first_day: u32,
    content: Arc<Content>,
    role: usize,
    team: &'static str,
    script: Script,
}

#[derive(Clone, Copy)]
enum Script {
    Told(&'static [(u32, Event)]),
    Chance,
}

impl Life {
    pub(super) fn of_part(
        part: &Part,
        spec: &Spec,
        boards: &[Board],
        before: &[Life],
        random: &mut Random,
    ) -> Self {
        let fitting: Vec<usize> = (0..boards.len())
            .filter(|&board| boards[board].shape == part.shape)
            .collect();
        let board = fitting[random.index(fitting.len())];
        let written = Self::write(board, boards, part.language, random);
        let life = match part.text {
            Text::Own => written,
            Text::Of(number) => Self {
                board,
                ..before[number].clone()
            },
            Text::AlmostEmpty => Self {
                content: Arc::new(writer(part.language).almost_empty()),
                ..written
            },
        };
        Self {
            // In a short world those that come later would never come: they come at its end.
            first_day: part.first_day.min(spec.days),
            script: Script::Told(part.events),
            ..life
        }
    }

    pub(super) fn by_chance(
        spec: &Spec,
        boards: &[Board],
        before: &[Life],
        random: &mut Random,
    ) -> Self {
        let board = random.index(boards.len());
        let language = if random.chance(CHINESE) {
            Language::Chinese
        } else {
            Language::English
        };
        let written = Self::write(board, boards, language, random);
        let original = &before[random.index(before.len())];
        let elsewhere = boards[original.board].shape != boards[board].shape;
        let life = if elsewhere && random.chance(CROSS_POSTED) {
            Self {
                board,
                ..original.clone()
            }
        } else {
            written
        };
        let later = random.chance(COMES_LATER);
        Self {
            first_day: if later {
                random.between(1, u64::from(spec.days)) as u32
            } else {
                1
            },
            script: Script::Chance,
            ..life
        }
    }

    fn write(board: usize, boards: &[Board], language: Language, random: &mut Random) -> Self {
        let draft = Draft {
            company: &COMPANIES[boards[board].company_index],
            role: random.index(ROLES.len()),
            level: Level::draw(random),
            team: random.pick(TEAMS),
        };
        Self {
            board,
            language,
            first_day: 1,
            content: Arc::new(writer(language).content(draft, random)),
            role: draft.role,
            team: draft.team,
            script: Script::Chance,
        }
    }

    pub(super) fn first_content(&self) -> Arc<Content> {
        self.content.clone()
    }

    pub(super) fn board(&self) -> usize {
        self.board
    }

    /// The posting as its board knows it, before its first day.
    pub(super) fn enter(
        &self,
        spec: &Spec,
        board: &Board,
        number: u64,
        random: &mut Random,
    ) -> Item {
        // Own range a posting: ids are unique without a look at the others.
        let number = 4_000_000_000 + number * 4_000 + random.below(4_000);
        let native_id = board.shape.native_id(number, random);
        Item {
            id: ItemId::new(&board.source, &native_id).expect("a board and a posting have names"),
            native_id,
            language: self.language,
            published_ms: self.published_ms(spec, random),
            days: Vec::with_capacity(spec.days as usize),
            shape: board.shape,
            board: self.board,
            fixed: Fixed {
                role: self.role,
                number,
                team: self.team,
                department: ROLES[self.role].department,
                workplace: workplace(random),
            },
        }
    }

    fn published_ms(&self, spec: &Spec, random: &mut Random) -> i64 {
        let moment = random.between(1, time::HOUR_MS as u64) as i64;
        let day_start = time::day_start_ms(spec, self.first_day);
        if self.first_day > 1 {
            return day_start + moment;
        }
        day_start - random.between(1, 200) as i64 * time::DAY_MS + moment
    }

    pub(super) fn live(
        &self,
        mut item: Item,
        spec: &Spec,
        firsts: &[Arc<Content>],
        mut random: Random,
    ) -> Item {
        let mut stage = Stage::open(&item, self.content.clone(), firsts, &mut random);
        for day in 1..=spec.days {
            let desk = Desk {
                spec,
                language: self.language,
                role: self.role,
                day,
            };
            for event in self.events_on(day, stage.listed, &mut random) {
                stage.play(event, &desk, &mut random);
            }
            let shown = day >= self.first_day && stage.listed;
            item.days.push(shown.then(|| stage.state.clone()));
        }
        item
    }

    fn events_on(&self, day: u32, listed: bool, random: &mut Random) -> Vec<Event> {
        match self.script {
            _ if day <= self.first_day => Vec::new(),
            Script::Told(events) => {
                let todays = events.iter().filter(|(when, _)| *when == day);
                todays.map(|(_, event)| *event).collect()
            }
            Script::Chance if !listed && random.chance(COMES_BACK) => vec![Event::ComeBack],
            Script::Chance if !listed => Vec::new(),
            Script::Chance if random.chance(LEAVES) => vec![Event::Leave],
            Script::Chance => {
                let drawn = CHANCES.iter().filter(|(chance, _)| random.chance(*chance));
                drawn.map(|(_, event)| *event).collect()
            }
        }
    }
}

fn workplace(random: &mut Random) -> Workplace {
    match random.below(3) {
        0 => Workplace::Onsite,
        1 => Workplace::Hybrid,
        _ => Workplace::Remote,
    }
}
