//! Words about years, cut into what matters: numbers, units, bounds.
//!
//! Linear in the length. Refuses (`None`) what would have to be guessed: decimals, half years, a
//! number that is part of a word.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Number(u32),
    /// A number in brackets behind another one: `three (3) years`.
    Again(u32),
    Unit(Unit),
    AtLeast,
    AtMost,
    /// Only behind a number: `+`, "or more", 以上.
    More,
    /// Only behind a number: "or less", 以下.
    Less,
    Range,
    NotNeeded,
    /// "several", "around": no number can be trusted beside it.
    Vague,
    /// A word that names the field itself, or joins.
    Filler,
    Word,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Year,
    Month,
}

/// Phrases by what they mean; of several that begin at one place the longest is taken.
const PHRASES: &[(Token, &[&str])] = &[
    (
        Token::AtLeast,
        &[
            "at least",
            "minimum of",
            "minimum",
            "min.",
            "min",
            "more than",
            "over",
            "no less than",
            "not less than",
            "upwards of",
            "from",
            "至少",
            "不少于",
            "不低于",
            "超过",
            "最低",
            "满",
        ],
    ),
    (
        Token::AtMost,
        &[
            "at most",
            "up to",
            "maximum of",
            "maximum",
            "max.",
            "max",
            "less than",
            "fewer than",
            "under",
            "no more than",
            "not more than",
            "至多",
            "最多",
            "不超过",
            "不多于",
            "不高于",
        ],
    ),
    (
        Token::More,
        &[
            "+",
            "or more",
            "or above",
            "or greater",
            "or over",
            "and above",
            "and up",
            "plus",
            "及其以上",
            "及以上",
            "或以上",
            "以上",
            "起",
        ],
    ),
    (
        Token::Less,
        &[
            "or less",
            "or fewer",
            "or below",
            "及以下",
            "或以下",
            "以下",
            "以内",
            "之内",
        ],
    ),
    (
        Token::Range,
        &[
            "-", "‐", "‑", "–", "—", "~", "～", "－", "to", "or", "至", "到",
        ],
    ),
    (
        Token::NotNeeded,
        &[
            "no experience",
            "no prior experience",
            "no previous experience",
            "no work experience",
            "no professional experience",
            "experience is not required",
            "experience not required",
            "not required",
            "none",
            "none required",
            "not needed",
            "not necessary",
            "经验不限",
            "年限不限",
            "不限经验",
            "不限工作经验",
            "不限",
            "无需经验",
            "无需工作经验",
            "无经验要求",
            "无要求",
            "不要求",
            "经验无要求",
        ],
    ),
    (
        Token::Vague,
        &[
            "several",
            "some",
            "many",
            "few",
            "couple",
            "around",
            "approximately",
            "approx",
            "about",
            "roughly",
            "circa",
            "half",
            "equivalent",
            "半",
            "多",
            "数",
            "几",
            "余",
            "左右",
            "约",
            "近",
            "若干",
        ],
    ),
    (
        Token::Unit(Unit::Year),
        &["years", "year", "yrs", "yr", "yoe", "年"],
    ),
    (
        Token::Unit(Unit::Month),
        &["months", "month", "mos", "个月", "月"],
    ),
    (
        Token::Filler,
        &[
            "of",
            "experience",
            "work",
            "working",
            "relevant",
            "related",
            "professional",
            "industry",
            "required",
            "a",
            "an",
            "full",
            "is",
            "the",
            "in",
            "经验",
            "工作",
            "相关",
            "年限",
            "要求",
            "需",
            "需要",
            "具有",
            "具备",
            "有",
            "的",
            "含",
            "从业",
            "岗位",
            "行业",
        ],
    ),
];

const WORDS: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen",
];

pub(super) fn tokens(words: &str) -> Option<Vec<Token>> {
    let text: String = words.chars().map(narrow).collect::<String>().to_lowercase();
    let mut tokens = Vec::new();
    let mut rest = text.as_str();
    let mut before = None;
    while let Some(first) = rest.chars().next() {
        let (token, taken) = token_at(rest, first, before, &tokens)?;
        before = rest.get(..taken).and_then(|text| text.chars().next_back());
        rest = rest.get(taken..).unwrap_or_default();
        tokens.extend(token);
    }
    Some(tokens)
}

/// The token at the beginning of `rest` and its length; a sign without meaning is no token.
fn token_at(
    rest: &str,
    first: char,
    before: Option<char>,
    tokens: &[Token],
) -> Option<(Option<Token>, usize)> {
    if first.is_ascii_digit() {
        return digits(rest, before, tokens).map(|(token, taken)| (Some(token), taken));
    }
    if let Some((number, taken)) = chinese_number(rest) {
        return Some((Some(Token::Number(number)), taken));
    }
    if let Some((token, taken)) = phrase(rest) {
        return Some((Some(token), taken));
    }
    if first.is_ascii_alphabetic() {
        let taken = word_length(rest);
        let word = rest.get(..taken).unwrap_or_default();
        let number = WORDS.iter().position(|known| *known == word);
        let token = number.map_or(Token::Word, |number| Token::Number(number as u32));
        return Some((Some(token), taken));
    }
    let token = first.is_alphanumeric().then_some(Token::Word);
    Some((token, first.len_utf8()))
}

fn digits(rest: &str, before: Option<char>, tokens: &[Token]) -> Option<(Token, usize)> {
    let taken = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    let number = rest.get(..taken)?.parse().ok()?;
    let behind = rest.get(taken..)?.chars().next();
    let is_part = |c: Option<char>| c.is_some_and(|c| matches!(c, '.' | ',' | '/' | '%' | '$'));
    // `3.` ends a sentence; `3.5` and `1/2` are no whole numbers.
    let goes_on = is_part(behind)
        && rest
            .get(taken + 1..)
            .and_then(|rest| rest.chars().next())
            .is_some_and(|c| c.is_ascii_digit());
    let in_word = before.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '$'));
    if goes_on || in_word || matches!(behind, Some('%' | '/')) {
        return None;
    }
    let is_again = before == Some('(') && matches!(tokens.last(), Some(Token::Number(_)));
    let token = match is_again {
        true => Token::Again(number),
        false => Token::Number(number),
    };
    // `1st`, `3x`; but `3yrs`, `3to5` and `3y` are told by their phrase.
    let letters = rest.get(taken..)?;
    let is_glued = behind.is_some_and(|c| c.is_ascii_alphabetic());
    (!is_glued || phrase(letters).is_some()).then_some((token, taken))
}

fn phrase(rest: &str) -> Option<(Token, usize)> {
    let all = PHRASES
        .iter()
        .flat_map(|(token, phrases)| phrases.iter().map(|phrase| (*token, *phrase)));
    let fits = |phrase: &str| {
        rest.strip_prefix(phrase).is_some_and(|behind| {
            let is_word = phrase.ends_with(|c: char| c.is_ascii_alphabetic());
            !is_word || !behind.starts_with(|c: char| c.is_ascii_alphabetic())
        })
    };
    all.filter(|(_, phrase)| fits(phrase))
        .max_by_key(|(_, phrase)| phrase.len())
        .map(|(token, phrase)| (token, phrase.len()))
}

fn word_length(rest: &str) -> usize {
    rest.find(|c: char| !c.is_ascii_alphabetic())
        .unwrap_or(rest.len())
}

/// 三, 十, 十五, 二十, 二十五.
fn chinese_number(rest: &str) -> Option<(u32, usize)> {
    let digit = |c: char| match c {
        '一' => Some(1),
        '二' | '两' => Some(2),
        '三' => Some(3),
        '四' => Some(4),
        '五' => Some(5),
        '六' => Some(6),
        '七' => Some(7),
        '八' => Some(8),
        '九' => Some(9),
        _ => None,
    };
    let mut chars = rest.chars();
    let mut taken = 0;
    let mut next = chars.next()?;
    let tens = digit(next);
    if tens.is_some() {
        taken += next.len_utf8();
        next = chars.next().unwrap_or(' ');
    }
    if next != '十' {
        return tens.map(|number| (number, taken));
    }
    taken += next.len_utf8();
    let ones = chars
        .next()
        .and_then(|c| digit(c).map(|d| (d, c.len_utf8())));
    let (ones, length) = ones.unwrap_or((0, 0));
    Some((tens.unwrap_or(1) * 10 + ones, taken + length))
}

/// Full-width digits and signs as their narrow forms.
fn narrow(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        other => other,
    }
}
