//! New inputs from old ones: flips, cuts, splices, tokens that mean something, and sheer length.

use super::random::Random;

/// Longer inputs take their time and find nothing that these do not.
pub const LONGEST_BYTES: usize = 4_000_000;

/// Makes one input out of the known ones.
pub fn input(random: &mut Random, known: &[Vec<u8>], tokens: &[&str]) -> Vec<u8> {
    let mut bytes = random.pick(known).clone();
    let most = if random.one_in(4) { 24 } else { 5 };
    for _ in 0..=random.below(most) {
        mutate(random, &mut bytes, known, tokens);
    }
    bytes.truncate(LONGEST_BYTES);
    bytes
}

fn mutate(random: &mut Random, bytes: &mut Vec<u8>, known: &[Vec<u8>], tokens: &[&str]) {
    let at = random.below(bytes.len() + 1);
    match random.below(16) {
        0 => flip(random, bytes),
        1 => set(random, bytes),
        2 => insert(bytes, at, &noise(random)),
        3 => {
            let end = (at + 1 + random.below(40)).min(bytes.len());
            bytes.drain(at.min(end)..end);
        }
        4 => bytes.truncate(at),
        5 => repeat(random, bytes, at),
        6..=8 => insert(bytes, at, random.pick(tokens).as_bytes()),
        9 => splice(random, bytes, known),
        10 => number(random, bytes),
        11 => swap(random, bytes),
        12 if random.one_in(40) => blow_up(random, bytes, at, tokens),
        13 if random.one_in(60) => nest(random, bytes, at, tokens),
        14 => insert(bytes, at, letters(random).as_bytes()),
        _ => overwrite(random, bytes, at, tokens),
    }
}

fn insert(bytes: &mut Vec<u8>, at: usize, more: &[u8]) {
    if bytes.len() + more.len() <= LONGEST_BYTES {
        bytes.splice(at..at, more.iter().copied());
    }
}

fn flip(random: &mut Random, bytes: &mut [u8]) {
    let at = random.below(bytes.len());
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= 1 << random.below(8);
    }
}

fn set(random: &mut Random, bytes: &mut [u8]) {
    let at = random.below(bytes.len());
    let value = *random.pick(&[
        0, 0xff, 0x80, 0x7f, b' ', b'<', b'"', b'\\', b'&', 0xfe, 0xa1,
    ]);
    if let Some(byte) = bytes.get_mut(at) {
        *byte = value;
    }
}

fn noise(random: &mut Random) -> Vec<u8> {
    let count = 1 + random.below(8);
    (0..count).map(|_| random.next() as u8).collect()
}

/// Characters of many scripts, joiners and marks among them.
fn letters(random: &mut Random) -> String {
    const RANGES: [(u32, u32); 12] = [
        (0x20, 0x7e),
        (0xa0, 0x17f),
        (0x300, 0x36f),
        (0x590, 0x6ff),
        (0x900, 0x97f),
        (0x1100, 0x11ff),
        (0x2000, 0x206f),
        (0x20a0, 0x20bf),
        (0x3000, 0x30ff),
        (0x4e00, 0x9fff),
        (0xff00, 0xffef),
        (0x1f300, 0x1faff),
    ];
    let count = 1 + random.below(12);
    let mut text = String::new();
    for _ in 0..count {
        let (low, high) = *random.pick(&RANGES);
        let code = low + random.below((high - low + 1) as usize) as u32;
        text.extend(char::from_u32(code));
    }
    text
}

fn repeat(random: &mut Random, bytes: &mut Vec<u8>, at: usize) {
    let end = (at + 1 + random.below(200)).min(bytes.len());
    let piece = bytes.get(at.min(end)..end).unwrap_or_default().to_vec();
    let times = 1 + random.below(6);
    insert(bytes, at, &piece.repeat(times));
}

fn splice(random: &mut Random, bytes: &mut Vec<u8>, known: &[Vec<u8>]) {
    let other = random.pick(known);
    let from = random.below(other.len() + 1);
    let cut = random.below(bytes.len() + 1);
    bytes.truncate(cut);
    insert(bytes, cut, other.get(from..).unwrap_or_default());
}

/// Another number where one stands.
fn number(random: &mut Random, bytes: &mut Vec<u8>) {
    let from = random.below(bytes.len() + 1);
    let behind = bytes.get(from..).unwrap_or_default();
    let Some(first) = behind.iter().position(u8::is_ascii_digit) else {
        return;
    };
    let digits = behind
        .iter()
        .skip(first)
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let other = match random.below(6) {
        0 => "0".to_owned(),
        1 => "9".repeat(1 + random.below(40)),
        2 => format!("{}", i64::MAX),
        3 => format!("-{}", random.below(100_000)),
        4 => format!("{}.{}", random.below(1000), random.below(1000)),
        _ => random.below(100_000).to_string(),
    };
    let at = from + first;
    bytes.splice(at..at + digits, other.bytes());
}

fn swap(random: &mut Random, bytes: &mut [u8]) {
    let (one, other) = (random.below(bytes.len()), random.below(bytes.len()));
    if !bytes.is_empty() {
        bytes.swap(one, other);
    }
}

fn overwrite(random: &mut Random, bytes: &mut Vec<u8>, at: usize, tokens: &[&str]) {
    let token = random.pick(tokens).as_bytes();
    let end = (at + token.len()).min(bytes.len());
    bytes.splice(at..end, token.iter().copied());
}

/// One token tens of thousands of times.
fn blow_up(random: &mut Random, bytes: &mut Vec<u8>, at: usize, tokens: &[&str]) {
    let token = random.pick(tokens).as_bytes();
    let most = 1_000_000 / token.len().max(1);
    let most = if random.one_in(4) { most } else { most / 20 };
    let times = random.below(most);
    insert(bytes, at, &token.repeat(times));
}

/// Two tokens by turns, so that what opens never closes.
fn nest(random: &mut Random, bytes: &mut Vec<u8>, at: usize, tokens: &[&str]) {
    let pair = format!("{}{}", random.pick(tokens), random.pick(tokens));
    let times = random.below(400_000 / pair.len().max(1));
    insert(bytes, at, pair.repeat(times).as_bytes());
}
