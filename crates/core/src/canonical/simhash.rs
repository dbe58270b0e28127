//! SimHash of 64 bits: marks near-duplicates, never suppresses a change.
//!
//! Features are words, lower-cased where they are ASCII, and for scripts without blanks between
//! words the pairs of neighbouring characters. DO NOT CHANGE: marks of old snapshots rest on it.

use super::chars::plain_start;

/// The mark of a text; 0 when it holds no word.
pub fn simhash(text: &str) -> u64 {
    let mut votes = Votes::default();
    let mut words = Words::default();
    let mut pairs = Pairs::default();
    let mut rest = text;
    while !rest.is_empty() {
        let (plain, other) = rest
            .split_at_checked(plain_start(rest))
            .unwrap_or((rest, ""));
        words.take_ascii(plain, &mut votes);
        if !plain.is_empty() {
            pairs.take(' ', &mut votes);
        }
        let mut chars = other.chars();
        rest = chars.as_str();
        while let Some(c) = chars.next().filter(|c| !c.is_ascii()) {
            words.take(c, &mut votes);
            pairs.take(c, &mut votes);
            rest = chars.as_str();
        }
    }
    words.take(' ', &mut votes);
    pairs.take(' ', &mut votes);
    votes.majority()
}

/// The mark as it lies in snapshots: 16 hexadecimal digits.
pub fn simhash_hex(mark: u64) -> String {
    format!("{mark:016x}")
}

/// Bits in which the marks of near-duplicates may differ.
const NEAR_BITS: u32 = 3;
/// Shorter texts have too few words for their mark to say anything.
const SHORTEST_CHARS: usize = 80;
/// The longer text may exceed the shorter by one part in so many.
const LENGTH_PARTS: usize = 4;

/// Whether two texts, each by its mark and its length in characters, are likely the same but for
/// little. A mark and no more: a change of content or of facts is never held back for it.
#[must_use]
pub fn near_duplicate(a: (u64, usize), b: (u64, usize)) -> bool {
    let (shorter, longer) = (a.1.min(b.1), a.1.max(b.1));
    let distance = (a.0 ^ b.0).count_ones();
    distance <= NEAR_BITS
        && shorter >= SHORTEST_CHARS
        && longer.saturating_sub(shorter) <= shorter / LENGTH_PARTS
}

/// Scripts that write words without blanks: Han, kana, Thai and its neighbours.
pub(crate) fn is_dense(c: char) -> bool {
    // Asked first, since it is most of what is asked.
    matches!(c, '\u{4E00}'..='\u{9FFF}')
        || matches!(c,
        '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
        | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Punctuation of dense scripts is known without the table: there it is every tenth character.
fn is_letter(c: char) -> bool {
    !matches!(c, '\u{2010}'..='\u{2027}' | '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{3020}' | '\u{FF01}'..='\u{FF0F}')
        && c.is_alphanumeric()
}

/// Runs of letters and digits, one vote each.
#[derive(Default)]
struct Words(Option<Feature>);

/// What each byte of ASCII adds to a word: itself in lower case, or 0 where it ends one.
const IN_WORD: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if byte.is_ascii_alphanumeric() {
            table[byte as usize] = byte.to_ascii_lowercase();
        }
        byte += 1;
    }
    table
};

impl Words {
    /// The same as `take` for each character, without a look at what a character is.
    fn take_ascii(&mut self, text: &str, votes: &mut Votes) {
        let mut is_open = self.0.is_some();
        let Feature(mut hash) = self.0.take().unwrap_or_default();
        for byte in text.bytes() {
            let adds = IN_WORD.get(usize::from(byte)).copied().unwrap_or(0);
            if adds != 0 {
                is_open = true;
                Feature(hash) = Feature(hash).with(char::from(adds));
            } else if is_open {
                is_open = false;
                votes.add(Feature(hash).mixed());
                Feature(hash) = Feature::default();
            }
        }
        self.0 = is_open.then_some(Feature(hash));
    }

    fn take(&mut self, c: char, votes: &mut Votes) {
        if c.is_ascii_alphanumeric() || (!c.is_ascii() && !is_dense(c) && is_letter(c)) {
            let word = self.0.take().unwrap_or_default();
            self.0 = Some(word.with(c.to_ascii_lowercase()));
        } else if let Some(word) = self.0.take() {
            votes.add(word.mixed());
        }
    }
}

/// Pairs of neighbours within a run of dense script; a run of one votes alone.
#[derive(Default)]
struct Pairs {
    earlier: Option<char>,
    paired: bool,
}

impl Pairs {
    fn take(&mut self, c: char, votes: &mut Votes) {
        let dense = !c.is_ascii() && is_dense(c);
        match self.earlier {
            Some(first) if dense => votes.add(Feature::default().with(first).with(c).mixed()),
            Some(lone) if !self.paired => votes.add(Feature::default().with(lone).mixed()),
            _ => {}
        }
        self.paired = dense && self.earlier.is_some();
        self.earlier = dense.then_some(c);
    }
}

/// FNV-1a over the characters, then a finisher that spreads it over all 64 bits.
struct Feature(u64);

impl Default for Feature {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Feature {
    fn with(self, c: char) -> Self {
        let mixed = self.0 ^ u64::from(u32::from(c));
        Self(mixed.wrapping_mul(0x0000_0100_0000_01b3))
    }

    fn mixed(&self) -> u64 {
        let mut hash = self.0;
        hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        hash ^ (hash >> 33)
    }
}

/// Votes that wait, so that they are counted together, which is several times cheaper.
const WAITING: usize = 16;

/// 64 counters at once: bit `i` of plane `p` is bit `p` of the counter of hash bit `i`.
#[derive(Default)]
struct Votes {
    /// The lowest four planes.
    low: [u64; 4],
    /// The planes above them.
    high: Vec<u64>,
    count: u64,
    waiting: [u64; WAITING],
    waiting_count: usize,
}

impl Votes {
    #[inline]
    fn add(&mut self, hash: u64) {
        self.count = self.count.saturating_add(1);
        if let Some(place) = self.waiting.get_mut(self.waiting_count) {
            *place = hash;
        }
        self.waiting_count = self.waiting_count.saturating_add(1);
        if self.waiting_count == WAITING {
            self.count_waiting();
        }
    }

    /// Adds those that wait up among themselves first; what is above the low planes is one carry.
    #[inline(never)]
    fn count_waiting(&mut self) {
        self.waiting_count = 0;
        let [a, b, c, d, e, f, g, h, others @ ..] = std::mem::take(&mut self.waiting);
        let eights_1 = self.add_eight([a, b, c, d, e, f, g, h]);
        let eights_2 = self.add_eight(others);
        let [_, _, _, eights] = &mut self.low;
        let mut carry;
        (*eights, carry) = added(*eights, eights_1, eights_2);
        for plane in &mut self.high {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
        if carry != 0 {
            self.high.reserve(8);
            self.high.push(carry);
        }
    }

    /// Returns what goes over into the plane of eights.
    fn add_eight(&mut self, [a, b, c, d, e, f, g, h]: [u64; 8]) -> u64 {
        let [ones, twos, fours, eights] = self.low;
        let (ones, twos_1) = added(ones, a, b);
        let (ones, twos_2) = added(ones, c, d);
        let (twos, fours_1) = added(twos, twos_1, twos_2);
        let (ones, twos_3) = added(ones, e, f);
        let (ones, twos_4) = added(ones, g, h);
        let (twos, fours_2) = added(twos, twos_3, twos_4);
        let (fours, over) = added(fours, fours_1, fours_2);
        self.low = [ones, twos, fours, eights];
        over
    }

    /// The bits that more than half of the features have: all counters at once, from the top.
    fn majority(mut self) -> u64 {
        // The places that nobody waits in hold 0, which adds nothing.
        self.count_waiting();
        let half = self.count / 2;
        let (mut more, mut same) = (0, u64::MAX);
        let planes: Vec<u64> = self.low.into_iter().chain(self.high).collect();
        let mut places = u32::try_from(planes.len()).unwrap_or(u32::MAX);
        // No counter reaches a half that has more places than the highest of them.
        if half.checked_shr(places).unwrap_or(0) != 0 {
            return 0;
        }
        for plane in planes.into_iter().rev() {
            places = places.saturating_sub(1);
            let of_half = 0_u64.wrapping_sub((half >> places) & 1);
            more |= same & plane & !of_half;
            same &= !(plane ^ of_half);
        }
        more
    }
}

/// The sum of three bits in each of 64 places: its low bit and its high bit.
fn added(a: u64, b: u64, c: u64) -> (u64, u64) {
    let either = a ^ b;
    (either ^ c, (a & b) | (either & c))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn counting_together_is_counting_one_by_one(
            hashes in prop::collection::vec(any::<u64>(), 0..300),
            skewed in any::<u64>(),
        ) {
            let hashes: Vec<u64> = hashes.iter().enumerate().map(|(at, hash)| {
                if at % 3 == 0 { hash & skewed } else { hash | skewed }
            }).collect();
            let mut votes = Votes::default();
            hashes.iter().for_each(|hash| votes.add(*hash));
            let expected = (0..64).filter(|bit| {
                hashes.iter().filter(|hash| (**hash >> bit) & 1 == 1).count() * 2 > hashes.len()
            });
            prop_assert_eq!(votes.majority(), expected.fold(0, |mark, bit| mark | (1 << bit)));
        }

        #[test]
        fn words_of_ascii_are_read_as_any_others(
            parts in prop::collection::vec(
                prop::sample::select(vec!["a", "Word", " ", "-", "9", "é", "中", "文", "。", "ß", "ก"]),
                0..30,
            ),
        ) {
            let text = parts.concat();
            let (mut votes, mut words, mut pairs) = (Votes::default(), Words::default(), Pairs::default());
            for c in text.chars().chain(Some(' ')) {
                words.take(c, &mut votes);
                pairs.take(c, &mut votes);
            }
            prop_assert_eq!(simhash(&text), votes.majority());
        }
    }
}
