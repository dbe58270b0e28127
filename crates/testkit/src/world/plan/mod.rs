//! Who is on which board, and what happens to whom on which day.
//!
//! Must give equal worlds for equal specs: every posting draws from a stream of its own.

mod cast;
mod life;
mod stage;

use std::sync::Arc;

use super::item::{Content, Item};
use super::shape::Shape;
use super::text::COMPANIES;
use super::{Board, Spec};
use crate::random::Random;

use cast::CAST;
pub(super) use cast::CAST_SIZE;
use life::Life;

pub(super) fn boards(spec: &Spec) -> Vec<Board> {
    (0..spec.boards as usize).map(board).collect()
}

fn board(number: usize) -> Board {
    let shape = Shape::ALL[number % Shape::ALL.len()];
    let company_index = number % COMPANIES.len();
    let company = &COMPANIES[company_index];
    let slug = match number / COMPANIES.len() {
        0 => company.slug.to_owned(),
        again => format!("{}-{}", company.slug, again + 1),
    };
    Board {
        source: format!("{}-{slug}", shape.as_str()),
        slug,
        shape,
        company: company.name,
        company_index,
    }
}

pub(super) fn items(spec: &Spec, boards: &[Board]) -> Vec<Item> {
    let root = Random::new(spec.seed);
    let mut lives: Vec<Life> = Vec::new();
    for number in 0..spec.postings as usize {
        let mut random = root.fork("posting", number as u64);
        let life = match CAST.get(number) {
            Some(part) => Life::of_part(part, spec, boards, &lives, &mut random),
            None => Life::by_chance(spec, boards, &lives, &mut random),
        };
        lives.push(life);
    }
    let firsts: Vec<Arc<Content>> = lives.iter().map(Life::first_content).collect();
    let numbered = lives.iter().zip(0_u64..);
    numbered
        .map(|(life, number)| {
            let mut random = root.fork("life", number);
            let item = life.enter(spec, &boards[life.board()], number, &mut random);
            life.live(item, spec, &firsts, random)
        })
        .collect()
}
