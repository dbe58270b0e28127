//! What people are told of a budget.

use super::*;

#[test]
fn each_limit_says_what_was_spent_what_waits_and_when_it_goes_on() {
    let budget = budget("overall: {calls: 10, tokens: 1000}\neach-source: {calls: 1}");
    let mut books = Books::new(budget.day, NOON_MS);
    books.fold(&announced(1, NOON_MS, &estimate("board", 100)));
    let mut debt = Tally::default();
    for source in ["board", "other"] {
        let waiting = estimate(source, 30);
        debt.add(&waiting.source, &waiting.contract, waiting.amount);
    }
    let lines = report(&budget, &books, &debt, NOON_MS);
    let told: Vec<_> = lines
        .iter()
        .map(|line| {
            let name = line.name.as_deref().unwrap_or(line.scope);
            let waits = line.goes_on_at_ms.is_some();
            (
                name,
                line.unit.as_str(),
                line.used,
                line.limit,
                line.debt,
                waits,
            )
        })
        .collect();
    let wanted = [
        ("overall", "calls", 1, 10, 2, false),
        ("overall", "tokens", 100, 1000, 60, false),
        ("board", "calls", 1, 1, 1, true),
        ("other", "calls", 0, 1, 1, false),
    ];
    assert_eq!(told, wanted);
    assert_eq!(lines[2].goes_on_at_ms, Some(20_001 * DAY_MS));
}
