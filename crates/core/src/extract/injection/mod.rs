//! Places of a content that read like instructions to a model rather than words to people.
//!
//! A page is data, whatever it says; the prompt frames it so. This only notices, in English and
//! Chinese, where a page tries otherwise, so that people see it and a value cannot be proved by
//! words that were planted. It never changes a text and never decides about a call. One sign alone
//! is rarely enough: postings speak of instructions, of AI, and of what to ignore. Signs have
//! weights, and close ones add up. Lines are canonical ones. Linear in the text.

use std::ops::Range;

mod hidden;
mod signs;

/// Signs that lie at most so many lines apart add up.
const NEAR_LINES: usize = 3;
/// Weight from which signs are a suspicion.
const SUSPICIOUS: u8 = 2;
/// As many characters of a place as are repeated.
const QUOTED_CHARS: usize = 120;
/// A planted sentence goes on behind its sign, but not for ever: to here it proves nothing.
const REACH_BYTES: usize = 600;

/// A place that reads like an instruction to a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// From 0, in the lines that were given.
    pub line: usize,
    /// Which sign it is. Example: override
    pub rule: &'static str,
    pub words: String,
    /// Bytes of the line from the sign to where its instruction may end.
    pub reach: Range<usize>,
}

/// A sign in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hit {
    /// The sign's number: a sign that is repeated weighs no more than once.
    sign: usize,
    rule: &'static str,
    weight: u8,
    at: Range<usize>,
}

/// All places that are suspected, in their order. Lines are looked at one by one.
pub fn suspect<'a>(lines: impl IntoIterator<Item = &'a str>) -> Vec<Place> {
    let (mut hits, mut places) = (Vec::new(), Vec::new());
    for (number, line) in lines.into_iter().enumerate() {
        for hit in hits_of(line) {
            places.push(place(number, line, &hit));
            hits.push((number, hit));
        }
    }
    let suspected = suspected(&hits);
    let both = places.into_iter().zip(suspected);
    both.filter_map(|(place, is_suspected)| is_suspected.then_some(place))
        .collect()
}

fn hits_of(line: &str) -> Vec<Hit> {
    let mut hits: Vec<Hit> = hidden::hits(line).chain(signs::hits(line)).collect();
    // Of two spellings of one order the heavier one tells.
    hits.sort_by_key(|hit| (hit.at.start, std::cmp::Reverse(hit.weight), hit.sign));
    hits.dedup_by_key(|hit| hit.at.start);
    hits
}

fn place(line: usize, text: &str, hit: &Hit) -> Place {
    let furthest = ceil(text, hit.at.end.saturating_add(REACH_BYTES));
    let behind = text.get(hit.at.end..furthest).unwrap_or_default();
    let reach = hit.at.start..hit.at.end + end_of_order(behind);
    let words = hidden::spelled(text.get(reach.clone()).unwrap_or_default());
    Place {
        line,
        rule: hit.rule,
        words: words.chars().take(QUOTED_CHARS).collect(),
        reach,
    }
}

/// For each hit whether it and its neighbours weigh enough.
fn suspected(hits: &[(usize, Hit)]) -> Vec<bool> {
    let mut suspected = vec![false; hits.len()];
    let mut near = Neighbourhood::default();
    let mut low = 0;
    for (high, (line, hit)) in hits.iter().enumerate() {
        near.enter(hit);
        while let Some((_, gone)) = hits
            .get(low)
            .filter(|(first, _)| first.saturating_add(NEAR_LINES) < *line)
        {
            near.leave(gone);
            low += 1;
        }
        if near.weight >= SUSPICIOUS {
            // What lies before a marked one was marked with it.
            let unmarked = suspected.get_mut(low..=high).unwrap_or_default().iter_mut();
            unmarked
                .rev()
                .take_while(|it| !**it)
                .for_each(|it| *it = true);
        }
    }
    suspected
}

/// The signs within reach of each other, each weighed once.
#[derive(Default)]
struct Neighbourhood {
    counts: std::collections::HashMap<usize, usize>,
    weight: u8,
}

impl Neighbourhood {
    fn enter(&mut self, hit: &Hit) {
        let count = self.counts.entry(hit.sign).or_default();
        if *count == 0 {
            self.weight = self.weight.saturating_add(hit.weight);
        }
        *count += 1;
    }

    fn leave(&mut self, hit: &Hit) {
        let count = self.counts.entry(hit.sign).or_default();
        *count = count.saturating_sub(1);
        if *count == 0 {
            self.weight = self.weight.saturating_sub(hit.weight);
        }
    }
}

/// Where an order ends: with its sentence, but not inside of brackets, which hold what is to be said.
fn end_of_order(text: &str) -> usize {
    let mut open: usize = 0;
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        match c {
            '{' | '[' => open = open.saturating_add(1),
            '}' | ']' => open = open.saturating_sub(1),
            '。' | '！' | '？' if open == 0 => return at + c.len_utf8(),
            '.' | '!' | '?' if open == 0 && rest.peek().is_none_or(|(_, c)| *c == ' ') => {
                return at + c.len_utf8();
            }
            _ => {}
        }
    }
    text.len()
}

fn ceil(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (at..text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len())
}

#[cfg(test)]
mod tests;
