//! What holds for every schedule.

use proptest::prelude::*;

use super::*;

#[derive(Clone, Debug)]
struct Asked {
    content: u8,
    worth: Worth,
    source: &'static str,
    expected: u64,
    /// Of the estimate; more than 100 is a call that took more than was thought.
    took_percent: u64,
    /// 0 answers, 1 fails and is not billed, 2 fails and nobody knows.
    outcome: u8,
}

fn asked() -> impl Strategy<Value = Asked> {
    (
        any::<u8>(),
        prop::sample::select(Worth::ALL),
        prop::sample::select(&["a", "b", "c"][..]),
        1_u64..400,
        (0_u64..150, 0_u8..3),
    )
        .prop_map(
            |(content, worth, source, expected, (took_percent, outcome))| Asked {
                content,
                worth,
                source,
                expected,
                took_percent,
                outcome,
            },
        )
}

fn records_of(asked: &Asked, at_ms: i64) -> Vec<ExtractAttempt> {
    let started = announced(
        asked.content,
        at_ms,
        &estimate(asked.source, asked.expected),
    );
    let took = asked.expected * asked.took_percent / 100;
    let end = match asked.outcome {
        0 => ended(&started, took as i64),
        1 => failed(&started, Some(false)),
        _ => failed(&started, None),
    };
    vec![started, end]
}

fn folded<'a>(records: impl IntoIterator<Item = &'a ExtractAttempt>) -> Books {
    let mut books = Books::new(DayRule::default(), NOON_MS);
    records.into_iter().for_each(|record| books.fold(record));
    books
}

const LIMITS: &str = "overall: {calls: 12, tokens: 1500}\neach-source: {money-micros: 1400}\n";

/// Lets everything ask for several days, and says what each day took beyond its estimates.
fn days(all: &[Asked], in_flight: usize) -> (Till, Vec<(i64, usize)>) {
    let mut till = Till::new(budget(LIMITS), 1, NOON_MS);
    till.join(0);
    till.looked_through(0);
    for (at, asked) in all.iter().enumerate() {
        let estimate = estimate(asked.source, asked.expected);
        let key = key_of(&announced(asked.content, NOON_MS, &estimate));
        let waiting = Waiting {
            partition: 0,
            attempt: 1,
            estimate,
        };
        till.wait(&key, place(asked.worth, at as i64), waiting);
    }
    let (mut now_ms, mut order) = (NOON_MS, Vec::new());
    for _ in 0..all.len() * 2 {
        let round = till.round(now_ms, in_flight);
        let mut records = Vec::new();
        for grant in &round.granted {
            let is_it = |asked: &&Asked| {
                let estimate = estimate(asked.source, asked.expected);
                key_of(&announced(asked.content, now_ms, &estimate)) == grant.key
            };
            // The last of equal contents is the one that waits.
            let at = all.iter().rposition(|asked| is_it(&asked)).unwrap();
            order.push((DayRule::default().day_of(now_ms), at));
            records.extend(records_of(&all[at], now_ms));
        }
        records.iter().for_each(|record| till.learn(record, now_ms));
        check(&till, all, now_ms);
        match (round.granted.is_empty(), round.again_at_ms) {
            (true, Some(at_ms)) => now_ms = at_ms,
            (true, None) => break,
            (false, _) => now_ms += 1,
        }
    }
    (till, order)
}

/// No limit is passed by more than what calls took beyond their estimates.
fn check(till: &Till, all: &[Asked], now_ms: i64) {
    let beyond = |asked: &Asked| asked.expected * asked.took_percent.saturating_sub(100) / 100;
    let errors: u64 = all.iter().map(beyond).sum();
    let used = overall(till.books(), now_ms);
    assert!(used.calls <= 12, "{used:?}");
    assert!(used.tokens <= 1500 + errors, "{used:?} of {errors}");
    for source in ["a", "b", "c"] {
        let used = till.books().used(&Scope::Source(source), now_ms);
        assert!(used.micros <= 1400 + 2 * errors, "{source}: {used:?}");
    }
}

/// A content asks once.
fn distinct(all: Vec<Asked>) -> Vec<Asked> {
    let mut seen = std::collections::HashSet::new();
    let is_first = |asked: &Asked| seen.insert(asked.content);
    all.into_iter().filter(is_first).collect()
}

proptest! {
    #[test]
    fn no_limit_is_passed_and_everybody_has_a_turn(
        all in prop::collection::vec(asked(), 1..60), in_flight in 1_usize..8,
    ) {
        let all = distinct(all);
        let (till, order) = days(&all, in_flight);
        prop_assert_eq!(order.len(), all.len());
        prop_assert_eq!(till.waiting().map(|(_, count)| count).sum::<usize>(), 0);
    }

    #[test]
    fn of_one_source_nobody_is_passed_by_who_is_worth_less_or_came_later(
        all in prop::collection::vec(asked(), 1..60), in_flight in 1_usize..8,
    ) {
        let all: Vec<_> = distinct(all)
            .into_iter()
            .map(|asked| Asked { source: "a", ..asked })
            .collect();
        let (_, order) = days(&all, in_flight);
        let places: Vec<_> = order.iter().map(|(_, at)| (all[*at].worth, *at)).collect();
        prop_assert!(places.is_sorted(), "{places:?}");
    }

    #[test]
    fn records_in_any_order_and_twice_make_the_same_books(
        (records, shuffled) in prop::collection::vec((asked(), -2_i64..3), 1..40)
            .prop_map(|all| all
                .iter()
                .flat_map(|(asked, day)| records_of(asked, NOON_MS + day * DAY_MS))
                .collect::<Vec<_>>())
            .prop_flat_map(|records| {
                let twice = [records.clone(), records.clone()].concat();
                (Just(records), Just(twice).prop_shuffle())
            }),
    ) {
        let wanted = folded(&records);
        prop_assert_eq!(&folded(&shuffled), &wanted);
        let mut again = wanted.clone();
        records.iter().for_each(|record| again.fold(record));
        prop_assert_eq!(&again, &wanted);
    }
}
