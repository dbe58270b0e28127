//! Places, breaker and rates, each alone and together; the clock is a number.

use super::*;
use readonce_model::ErrorClass;

const BOUNDS: Bounds = Bounds {
    most_at_once: 64,
    requests_per_minute: None,
    tokens_per_minute: None,
    slow_ms: 30_000,
};

fn flow(bounds: Bounds) -> Flow {
    Flow::new(bounds, 0)
}

/// As many calls as may be begun at once.
fn fill(flow: &mut Flow, now_ms: i64) -> Vec<Ticket> {
    std::iter::from_fn(|| flow.admit(100, now_ms).ok()).collect()
}

/// A round: as many calls as there are places, all ending in one way.
fn round(flow: &mut Flow, now_ms: i64, sign: Sign) -> usize {
    let tickets = fill(flow, now_ms);
    let count = tickets.len();
    for ticket in tickets {
        flow.ended(ticket, sign, None, now_ms + 900);
    }
    count
}

/// A round of an endpoint that is kept busy: each call that ends makes room for the next one.
fn busy_round(flow: &mut Flow, now_ms: i64) -> u32 {
    let mut under_way = std::collections::VecDeque::from(fill(flow, now_ms));
    for _ in 0..under_way.len() {
        let ticket = under_way.pop_front().unwrap();
        flow.ended(ticket, Sign::Well, None, now_ms + 900);
        under_way.extend(flow.admit(100, now_ms + 900));
    }
    for ticket in under_way {
        flow.unused(ticket, now_ms + 900);
    }
    flow.places()
}

#[test]
fn places_double_a_round_until_the_most_that_is_set() {
    let mut flow = flow(BOUNDS);
    let places: Vec<_> = (0..3)
        .map(|second| busy_round(&mut flow, second * 1000))
        .collect();
    assert_eq!(places, [32, 64, 64]);
}

#[test]
fn a_round_that_fails_halves_the_places_once() {
    let mut flow = flow(BOUNDS);
    let tickets = fill(&mut flow, 0);
    assert_eq!(tickets.len(), 16);
    // Fewer than the breaker looks at.
    for ticket in tickets.iter().take(2) {
        flow.ended(*ticket, Sign::Overloaded, None, 500);
    }
    assert_eq!((flow.places(), flow.state()), (8, State::Closed));
    for ticket in tickets.iter().skip(2) {
        flow.ended(*ticket, Sign::Well, None, 600);
    }
    // From here on a round adds about one.
    for second in 2..10 {
        let before = flow.places();
        let gained = busy_round(&mut flow, second * 1000) - before;
        assert!(gained <= 1, "{gained} above {before}");
    }
    assert!((13..=18).contains(&flow.places()), "{}", flow.places());
}

#[test]
fn places_never_fall_below_one_and_are_not_raised_by_an_idle_endpoint() {
    let mut flow = flow(BOUNDS);
    for second in 0..10 {
        let ticket = flow.admit(100, second * 10_000).unwrap();
        // Good ones between keep the breaker closed.
        let good = flow.admit(100, second * 10_000);
        flow.ended(ticket, Sign::Overloaded, None, second * 10_000 + 500);
        if let Ok(good) = good {
            flow.ended(good, Sign::Well, None, second * 10_000 + 501);
        }
        if flow.state() != State::Closed {
            break;
        }
    }
    assert!(flow.places() >= 1);

    let mut idle = self::flow(BOUNDS);
    for second in 0..50 {
        let ticket = idle.admit(100, second * 1000).unwrap();
        idle.ended(ticket, Sign::Well, None, second * 1000 + 100);
    }
    assert_eq!(idle.places(), 16);
}

#[test]
fn an_answer_that_took_long_is_no_reason_for_more_at_once() {
    let mut flow = flow(BOUNDS);
    for ticket in fill(&mut flow, 0) {
        flow.ended(ticket, Sign::Well, None, 31_000);
    }
    assert_eq!(flow.places(), 16);
}

#[test]
fn without_a_free_place_it_is_asked_again_within_a_moment() {
    let mut flow = flow(BOUNDS);
    fill(&mut flow, 0);
    let at_ms = flow.admit(100, 0).unwrap_err();
    assert!((1..=250).contains(&at_ms), "{at_ms}");
}

#[test]
fn an_endpoint_that_is_down_is_left_alone_and_probed_by_one_call() {
    let mut flow = flow(BOUNDS);
    round(&mut flow, 0, Sign::Overloaded);
    assert_eq!(flow.state(), State::Open);
    assert_eq!(flow.admit(100, 1000), Err(5900));

    let probe = flow.admit(100, 5900).unwrap();
    assert_eq!(flow.state(), State::HalfOpen);
    assert!(flow.admit(100, 5901).is_err());
    flow.ended(probe, Sign::Overloaded, None, 6000);
    // Twice as long after each probe that failed.
    assert_eq!(flow.admit(100, 6001), Err(16_000));

    let probe = flow.admit(100, 16_000).unwrap();
    flow.ended(probe, Sign::Well, None, 16_500);
    assert_eq!(flow.state(), State::Closed);
    // What it carries is found anew, from where the cuts left it.
    assert!(round(&mut flow, 17_000, Sign::Well) < 16);
}

#[test]
fn a_probe_that_was_never_made_leaves_the_next_call_as_the_probe() {
    let mut flow = flow(BOUNDS);
    round(&mut flow, 0, Sign::Astray);
    let probe = flow.admit(100, 10_000).unwrap();
    flow.unused(probe, 10_001);
    assert!(flow.admit(100, 10_002).is_ok());
    assert!(flow.admit(100, 10_003).is_err());
}

#[test]
fn pauses_of_a_long_outage_stay_within_five_minutes() {
    let mut flow = flow(BOUNDS);
    round(&mut flow, 0, Sign::Overloaded);
    let mut now_ms = 900;
    let mut probes = 0;
    while now_ms < 24 * 3_600_000 {
        now_ms = match flow.admit(100, now_ms) {
            Err(at_ms) => {
                assert!(at_ms > now_ms && at_ms - now_ms <= 300_000);
                at_ms
            }
            Ok(probe) => {
                probes += 1;
                flow.ended(probe, Sign::Overloaded, None, now_ms + 100);
                now_ms + 100
            }
        };
    }
    assert!((280..300).contains(&probes), "{probes} probes in a day");
}

#[test]
fn some_failures_among_many_answers_open_nothing() {
    let mut flow = flow(BOUNDS);
    for second in 0..200 {
        let ticket = flow.admit(100, second * 1000).unwrap();
        let sign = if second % 3 == 0 {
            Sign::Overloaded
        } else {
            Sign::Well
        };
        flow.ended(ticket, sign, None, second * 1000 + 100);
    }
    assert_eq!(flow.state(), State::Closed);
}

#[test]
fn late_results_of_an_outage_do_not_open_it_again() {
    let mut flow = flow(BOUNDS);
    let mut tickets = fill(&mut flow, 0);
    let late = tickets.split_off(8);
    for ticket in tickets {
        flow.ended(ticket, Sign::Overloaded, None, 100);
    }
    let at_ms = flow.admit(100, 101).unwrap_err();
    // Those under way hold places; they end before the probe is made here, and say nothing.
    let mut late = late.into_iter();
    for ticket in late.by_ref().take(7) {
        flow.ended(ticket, Sign::Overloaded, None, 200);
    }
    let probe = flow.admit(100, at_ms).unwrap();
    flow.ended(probe, Sign::Well, None, at_ms + 50);
    for ticket in late {
        flow.ended(ticket, Sign::Overloaded, None, at_ms + 60);
    }
    assert_eq!(flow.state(), State::Closed);
}

/// Calls that are let go within a time when each ends at once.
fn calls_within(flow: &mut Flow, tokens: u32, used: u32, span_ms: i64) -> u32 {
    let (mut now_ms, mut calls) = (0, 0);
    while now_ms < span_ms {
        match flow.admit(tokens, now_ms) {
            Ok(ticket) => {
                calls += 1;
                flow.ended(ticket, Sign::Well, Some(used), now_ms);
            }
            Err(at_ms) => {
                assert!(at_ms > now_ms);
                now_ms = at_ms;
            }
        }
    }
    calls
}

#[test]
fn no_more_requests_a_minute_than_are_set() {
    for per_minute in [1, 7, 60, 500, 10_000] {
        let mut flow = flow(Bounds {
            requests_per_minute: Some(per_minute),
            ..BOUNDS
        });
        let calls = calls_within(&mut flow, 100, 100, 600_000);
        let most = 10 * per_minute + per_minute / 60 + 1;
        assert!(calls <= most, "{calls} of {per_minute} a minute");
        assert!(calls >= 9 * per_minute, "{calls} of {per_minute} a minute");
    }
}

#[test]
fn tokens_a_minute_count_what_was_used_and_a_large_call_is_made_all_the_same() {
    let bounds = Bounds {
        tokens_per_minute: Some(60_000),
        ..BOUNDS
    };
    let used = calls_within(&mut flow(bounds), 2_000, 1_000, 600_000);
    assert!((595..=605).contains(&used), "{used} calls");
    // One call takes two minutes' worth.
    let large = calls_within(&mut flow(bounds), 120_000, 120_000, 600_000);
    assert!((5..=6).contains(&large), "{large} calls");
}

#[test]
fn a_call_that_was_not_made_takes_nothing_from_the_minute() {
    let mut flow = flow(Bounds {
        requests_per_minute: Some(1),
        tokens_per_minute: Some(60),
        ..BOUNDS
    });
    for now_ms in 0..100 {
        let ticket = flow.admit(500, now_ms).unwrap();
        flow.unused(ticket, now_ms);
    }
    assert_eq!(flow.in_flight(), 0);
}

#[test]
fn a_clock_that_is_set_back_neither_blocks_for_ever_nor_gives_anything_away() {
    let mut flow = Flow::new(
        Bounds {
            requests_per_minute: Some(60),
            ..BOUNDS
        },
        1_000_000,
    );
    let ticket = flow.admit(1, 1_000_000).unwrap();
    flow.ended(ticket, Sign::Well, None, 500_000);
    let at_ms = flow.admit(1, 500_000).unwrap_err();
    assert!((500_001..=501_001).contains(&at_ms), "{at_ms}");
    assert!(flow.admit(1, at_ms).is_ok());
}

#[test]
fn only_what_is_about_the_endpoint_speaks_against_it() {
    for class in ErrorClass::ALL {
        let wanted = match class {
            ErrorClass::Timeout
            | ErrorClass::RateLimited
            | ErrorClass::Http5xx
            | ErrorClass::Unreachable => Sign::Overloaded,
            ErrorClass::Unreadable => Sign::Astray,
            ErrorClass::Config | ErrorClass::GivenUp | ErrorClass::Unfinished => Sign::Unclear,
            _ => Sign::Well,
        };
        assert_eq!(Sign::of(Some(class), false), wanted, "{class:?}");
    }
    assert_eq!(Sign::of(None, false), Sign::Well);
    // A model that writes broken JSON is there; a page in its place counts no tokens.
    assert_eq!(Sign::of(Some(ErrorClass::Unreadable), true), Sign::Well);
    assert_eq!(Sign::of(Some(ErrorClass::Timeout), true), Sign::Overloaded);
}

#[test]
fn a_text_is_about_a_third_of_its_bytes_and_no_more_than_is_sent() {
    assert_eq!(estimated_tokens("abcdefgh".len(), 100, 10), 13);
    assert_eq!(estimated_tokens("招聘工程师".len(), 100, 10), 15);
    assert_eq!(estimated_tokens(1_000_000, 400, 0), 400);
    assert_eq!(estimated_tokens(3, 1, u32::MAX), u32::MAX);
}
