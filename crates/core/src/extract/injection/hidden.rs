//! Letters that no reader sees: the tag characters of Unicode spell ASCII without showing it, and a
//! model reads them. Flags of regions use a few; a run of them is a message.

use super::Hit;

const RULE: &str = "hidden_characters";
/// Apart from the numbers of the visible signs.
const SIGN: usize = usize::MAX;
const WEIGHT: u8 = 2;
/// Longer than any flag: those have at most 7.
const SHORTEST_RUN: usize = 12;

pub(super) fn hits(line: &str) -> impl Iterator<Item = Hit> {
    runs(line)
        .into_iter()
        .filter(|run| run.count >= SHORTEST_RUN)
        .map(|run| Hit {
            sign: SIGN,
            rule: RULE,
            weight: WEIGHT,
            at: run.start..run.end,
        })
}

struct Run {
    start: usize,
    end: usize,
    count: usize,
}

fn runs(line: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (at, c) in line.char_indices().filter(|(_, c)| letter(*c).is_some()) {
        let end = at + c.len_utf8();
        match runs.last_mut().filter(|run| run.end == at) {
            Some(run) => {
                run.end = end;
                run.count += 1;
            }
            None => runs.push(Run {
                start: at,
                end,
                count: 1,
            }),
        }
    }
    runs
}

/// A text in which hidden letters show.
pub(super) fn spelled(text: &str) -> String {
    text.chars().map(|c| letter(c).unwrap_or(c)).collect()
}

/// The ASCII letter behind a tag character.
fn letter(c: char) -> Option<char> {
    match u32::from(c) {
        code @ 0xE0020..=0xE007E => char::from_u32(code - 0xE0000),
        _ => None,
    }
}
