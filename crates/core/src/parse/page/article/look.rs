//! Class values: what they say, and which look alike.
//!
//! Remembers a bounded number of values; forgetting one costs time and changes nothing.

use super::hint::{self, Hint};

/// Pages write the same few class values again and again: each is read once, mostly.
#[derive(Default)]
pub(super) struct Looks {
    seen: Vec<(u64, Hint, u32)>,
}

impl Looks {
    const PLACES: usize = 256;

    /// What a class says, and a number for its look.
    pub(super) fn of(&mut self, class: &[u8]) -> (Hint, u32) {
        if self.seen.is_empty() {
            self.seen.resize(Self::PLACES, (0, Hint::NONE, 0));
        }
        let digest = digest(class);
        let place = (digest >> 32) as usize % Self::PLACES;
        match self.seen.get_mut(place) {
            Some((known, hint, look)) if *known == digest => (*hint, *look),
            Some(entry) => {
                *entry = (digest, hint::of(class), look(class));
                (entry.1, entry.2)
            }
            None => (Hint::NONE, 0),
        }
    }
}

/// Tells class values apart, eight bytes at a time.
fn digest(class: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let (eights, rest) = class.as_chunks::<8>();
    let mut hash = (class.len() as u64).wrapping_mul(FACTOR);
    for eight in eights {
        hash = (hash ^ u64::from_le_bytes(*eight))
            .wrapping_mul(FACTOR)
            .rotate_left(29);
    }
    let tail = rest
        .iter()
        .fold(0, |tail, byte| (tail << 8) | u64::from(*byte));
    (hash ^ tail).wrapping_mul(FACTOR) | 1
}

/// Of the name without its numbers: `item-17` looks like `item-18`.
pub(super) fn look(class: &[u8]) -> u32 {
    let digit = class.iter().position(u8::is_ascii_digit);
    let name = class.get(..digit.unwrap_or(class.len())).unwrap_or(class);
    (digest(name) >> 32) as u32 | 1
}
