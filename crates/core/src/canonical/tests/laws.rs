//! What holds for every content: folding twice is folding once, noise and set order do not count,
//! and a word always does.

use proptest::prelude::*;

use super::*;

/// Characters that pull on each other: joiners, marks, widths, blanks, markers of lists.
fn tricky() -> impl Strategy<Value = String> {
    let alphabet = "aZ9-.1 \t\n\u{A0}\u{3000}\u{200B}\u{FEFF}\u{200C}\u{200D}\u{301}\u{64E}\u{94D}\
                    \u{3099}ｶﾞＡ：中कم👩“’–…，、。〈\u{2329}1２한\u{37E}\u{1FEF}<かー\u{301C}\"🏴\u{E0067}\u{E007F}\u{180B}\u{1820}\u{FE0F}❤←\u{338}\u{1F1E6}";
    let letters: Vec<char> = alphabet.chars().collect();
    let joined: Vec<char> = "a م\u{64E}\u{301}\u{200C}\u{200D}\u{180B}\u{1820}\u{E0067}🏴👩"
        .chars()
        .collect();
    let chinese: Vec<char> = "中か。，,.-1２ \n\u{A0}a“\u{301}\u{3099}한\u{200D}\u{200B}…("
        .chars()
        .collect();
    prop_oneof![
        prop::collection::vec(prop::sample::select(chinese), 0..16).prop_map(String::from_iter),
        prop::collection::vec(prop::sample::select(joined), 0..9).prop_map(String::from_iter),
        prop::collection::vec(prop::sample::select(letters), 0..14).prop_map(String::from_iter),
        "(- |[0-3]\\. |  ){0,3}[ab]{0,2}",
        any::<String>(),
    ]
}

fn blocks() -> impl Strategy<Value = Vec<Block>> {
    let leaf = tricky().prop_map(Block::Text);
    let block = leaf.prop_recursive(4, 40, 4, |inner| {
        let items = prop::collection::vec(prop::collection::vec(inner, 0..3), 0..4);
        (any::<bool>(), items).prop_map(|(ordered, items)| Block::List { ordered, items })
    });
    prop::collection::vec(block, 0..5)
}

/// The line as another program would set it: its own quotation marks and dashes, padding, and a
/// break between Chinese characters.
fn reset(line: &str) -> String {
    let mut set = String::from("\u{A0}");
    let mut last = ' ';
    for c in line.chars() {
        if last == '中' && c == '中' {
            set.push('\n');
        }
        last = c;
        set.push(match c {
            '"' => '“',
            '\'' => '’',
            '-' => '–',
            ' ' => '\u{202F}',
            _ => c,
        });
    }
    set + "\u{200B} \t"
}

/// The texts with a letter more at one place; `place` counts over all of them.
fn with_letter(title: &mut String, blocks: &mut [Block], place: prop::sample::Index) {
    let mut texts = vec![title];
    gather(blocks, &mut texts);
    let at = place.index(texts.len());
    let line = &mut *texts[at];
    let starts: Vec<usize> = line.char_indices().map(|(start, _)| start).collect();
    let start = if starts.is_empty() {
        0
    } else {
        starts[place.index(starts.len())]
    };
    line.insert(start, 'q');
}

fn gather<'a>(blocks: &'a mut [Block], texts: &mut Vec<&'a mut String>) {
    for block in blocks {
        match block {
            Block::Text(line) => texts.push(line),
            Block::List { items, .. } => items.iter_mut().for_each(|item| gather(item, texts)),
        }
    }
}

/// The same blocks with every unordered list turned around and every line set anew.
fn disturbed(blocks: &[Block]) -> Vec<Block> {
    let noisy = |block: &Block| match block {
        Block::Text(line) => Block::Text(reset(line)),
        Block::List { ordered, items } => {
            let mut items: Vec<Vec<Block>> = items.iter().map(|item| disturbed(item)).collect();
            if !ordered {
                items.reverse();
            }
            Block::List {
                ordered: *ordered,
                items,
            }
        }
    };
    blocks.iter().map(noisy).chain([text(" ")]).collect()
}

#[test]
fn a_shown_text_keeps_the_joiner_that_a_half_width_mark_stands_before() {
    let line = "\u{915}\u{FF9E}\u{200D}";
    assert_eq!(fold(&shown(line)), fold(line));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_title_as_shown_folds_to_the_title_itself(line in tricky()) {
        prop_assert_eq!(fold(&shown(&line)), fold(&line));
    }

    #[test]
    fn folding_twice_is_folding_once(line in tricky()) {
        let once = fold(&line);
        prop_assert_eq!(fold(&once), once.clone());
        prop_assert!(!once.contains('\n'));
    }

    #[test]
    fn canonical_text_is_its_own_canonical_form(title in tricky(), blocks in blocks()) {
        let once = canonicalize(&posting(&title, blocks));
        prop_assert_eq!(canonicalize(&content_of(&once)), once);
    }

    #[test]
    fn noise_and_the_order_of_sets_do_not_count(title in tricky(), blocks in blocks()) {
        let noise = posting(&reset(&title), disturbed(&blocks));
        prop_assert_eq!(canonicalize(&noise), canonicalize(&posting(&title, blocks)));
    }

    #[test]
    fn a_letter_more_anywhere_changes_the_hash(
        title in tricky(),
        blocks in blocks(),
        place in any::<prop::sample::Index>(),
    ) {
        let (mut longer, mut more) = (title.clone(), blocks.clone());
        with_letter(&mut longer, &mut more, place);
        let before = canonicalize(&posting(&title, blocks)).hash;
        prop_assert_ne!(canonicalize(&posting(&longer, more)).hash, before);
    }

    #[test]
    fn any_edit_of_a_word_changes_the_hash(
        words in prop::collection::vec("[a-zé中]{1,6}", 1..20),
        at in any::<prop::sample::Index>(),
        other in "[a-zé中]{1,6}",
    ) {
        let at = at.index(words.len());
        let mut edited = words.clone();
        edited[at] = other;
        let hash = |words: &[String]| {
            canonicalize(&posting("t", vec![text(&words.join(" "))])).hash
        };
        prop_assert_eq!(hash(&edited) == hash(&words), edited == words);
    }
}

#[test]
fn long_runs_of_joiners_cost_linear_time() {
    let run = "\u{200D}\u{301}".repeat(200_000);
    assert_eq!(fold(&format!("a{run}b")).chars().count(), 200_001);
}

#[test]
fn long_runs_of_signs_and_blanks_cost_linear_time() {
    for run in ["- ", "， ", ", \u{3099}"] {
        let line = format!("中{}b", run.repeat(200_000));
        assert_eq!(fold(&fold(&line)), fold(&line));
    }
    assert_eq!(fold(&"- ".repeat(200_000)).len(), 399_999);
}
