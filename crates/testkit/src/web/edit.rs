//! True edits, and which posting gets which: the answer that a pipeline must come to.

use std::collections::BTreeMap;

use super::posting::{Part, Posting};
use super::{Site, Spec};
use crate::random::Random;
use crate::world::Language;

/// What changes about a posting on day 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edit {
    Word,
    Number,
    AddedLine,
    DroppedParagraph,
    Title,
    /// A fact and no content.
    Pay,
}

const OF_CONTENT: [Edit; 5] = [
    Edit::Word,
    Edit::Number,
    Edit::AddedLine,
    Edit::DroppedParagraph,
    Edit::Title,
];

/// Spreads the edits evenly over all postings.
pub(super) fn plan(spec: &Spec, sites: &[Site]) -> BTreeMap<u32, Edit> {
    let mut random = Random::new(spec.seed).fork("web edits", 0);
    let mut edits = BTreeMap::new();
    for (at, number) in spread(spec.postings, spec.edited, &mut random)
        .into_iter()
        .enumerate()
    {
        edits.insert(number, OF_CONTENT[at % OF_CONTENT.len()]);
    }
    for number in spread(spec.postings, spec.paid_otherwise, &mut random) {
        let states_pay = sites
            .iter()
            .any(|site| site.holds(number) && site.shape.states_pay());
        if states_pay {
            edits.entry(number).or_insert(Edit::Pay);
        }
    }
    edits
}

fn spread(postings: u32, in_ten_thousand: u32, random: &mut Random) -> Vec<u32> {
    let count = (u64::from(postings) * u64::from(in_ten_thousand) + 5_000) / 10_000;
    let slots = 0..count;
    slots
        .map(|slot| {
            let from = slot * u64::from(postings) / count;
            let to = (slot + 1) * u64::from(postings) / count;
            (from + random.below(to - from)) as u32
        })
        .collect()
}

impl Edit {
    /// Whether a new content comes of it.
    pub fn is_of_content(self) -> bool {
        self != Edit::Pay
    }

    pub(super) fn apply(self, posting: &mut Posting) {
        let language = posting.language;
        match self {
            Edit::Word => word(posting, language),
            Edit::Number => number(posting),
            Edit::AddedLine => added_line(posting, language),
            Edit::DroppedParagraph => drop_paragraph(posting),
            Edit::Title => posting.title.push_str(match language {
                Language::English => " II",
                Language::Chinese => "二组",
            }),
            Edit::Pay => posting.pay.max += 1_500,
        }
    }
}

/// A word more in the first duty.
fn word(posting: &mut Posting, language: Language) {
    let lines = posting.sections.first_mut().map(|(_, lines)| lines);
    if let Some(line) = lines.and_then(|lines| lines.first_mut()) {
        match language {
            Language::English => line.push_str(" together"),
            Language::Chinese => line.insert_str(0, "主导"),
        }
    }
}

/// The first number of the team's size goes up by one.
fn number(posting: &mut Posting) {
    let Some(Part::Paragraph(text)) = posting.intro.last_mut() else {
        return;
    };
    let digit = |letter: char| letter.is_ascii_digit();
    let Some(from) = text.find(digit) else {
        return;
    };
    let length = text[from..]
        .find(|letter| !digit(letter))
        .unwrap_or(text.len() - from);
    let now: u32 = text[from..from + length].parse().unwrap_or_default();
    text.replace_range(from..from + length, &(now + 1).to_string());
}

fn added_line(posting: &mut Posting, language: Language) {
    if let Some((_, lines)) = posting.sections.get_mut(1) {
        lines.push(match language {
            Language::English => "You hold a driving licence".to_owned(),
            Language::Chinese => "持有机动车驾驶证".to_owned(),
        });
    }
}

fn drop_paragraph(posting: &mut Posting) {
    let is_paragraph = |part: &Part| matches!(part, Part::Paragraph(_));
    if let Some(at) = posting.outro.iter().position(is_paragraph) {
        posting.outro.remove(at);
    }
}
