//! A test aid: the process kills itself at a named point, so that a test can ask what is left.
//!
//! `READONCE_CRASH_AT=after_spool:3` ends the process by SIGKILL the third time that the point is
//! reached; without a number the first time. Nothing is flushed or said, as in a real kill. Read
//! once; a point costs one comparison when the variable is not set.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use readonce_plumbing::Halt;

const VARIABLE: &str = "READONCE_CRASH_AT";

/// A place in the life of a call, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// The attempt is acknowledged, the call not made.
    AfterAttempt,
    /// The file of a batch is with the provider, the batch is not made.
    BatchUploaded,
    /// The batch is made, and nobody here has written it down.
    BatchCreated,
    /// What a batch brought is on a scratch disk only.
    BatchDownloaded,
    /// The answer is in memory only.
    AfterBody,
    AfterSpool,
    AfterProfile,
    AfterTombstone,
    /// Everything is written, the spool is empty, and the offset is not finished.
    BeforeOffset,
}

impl Point {
    const ALL: [Point; 9] = [
        Point::AfterAttempt,
        Point::BatchUploaded,
        Point::BatchCreated,
        Point::BatchDownloaded,
        Point::AfterBody,
        Point::AfterSpool,
        Point::AfterProfile,
        Point::AfterTombstone,
        Point::BeforeOffset,
    ];

    const fn name(self) -> &'static str {
        match self {
            Point::AfterAttempt => "after_attempt",
            Point::BatchUploaded => "batch_uploaded",
            Point::BatchCreated => "batch_created",
            Point::BatchDownloaded => "batch_downloaded",
            Point::AfterBody => "after_body",
            Point::AfterSpool => "after_spool",
            Point::AfterProfile => "after_profile",
            Point::AfterTombstone => "after_tombstone",
            Point::BeforeOffset => "before_offset",
        }
    }
}

/// Which point, and how often it is passed before it kills.
#[derive(Debug)]
struct Armed {
    point: Point,
    left: AtomicU32,
}

static ARMED: OnceLock<Option<Armed>> = OnceLock::new();

/// Reads the variable; a value that names no point is refused, since a test would pass for nothing.
pub fn arm() -> Result<(), Halt> {
    let armed = match std::env::var(VARIABLE) {
        Ok(text) => Some(parse(&text)?),
        Err(_) => None,
    };
    if let Some(armed) = &armed {
        tracing::warn!(
            point = armed.point.name(),
            "{VARIABLE} is set: this process will kill itself"
        );
    }
    // The services of one process share one variable: the first reading stands.
    let _ = ARMED.set(armed);
    Ok(())
}

/// Ends the process if it is this point's turn.
pub fn reach(point: Point) {
    let Some(Some(armed)) = ARMED.get() else {
        return;
    };
    if armed.point == point && armed.left.fetch_sub(1, Ordering::SeqCst) == 1 {
        // Killing oneself cannot be refused; the abort is for a kernel that thinks otherwise.
        let _ = rustix::process::kill_process(rustix::process::getpid(), KILL);
        std::process::abort();
    }
}

const KILL: rustix::process::Signal = rustix::process::Signal::KILL;

fn parse(text: &str) -> Result<Armed, Halt> {
    let refuse = || {
        let names = Point::ALL.map(Point::name).join(", ");
        Halt::Config(format!(
            "{VARIABLE} is '{text}'; write one of {names}, and :n for the n-th time"
        ))
    };
    let (name, count) = text.split_once(':').unwrap_or((text, "1"));
    let point = Point::ALL.into_iter().find(|point| point.name() == name);
    let count: u32 = count.parse().map_err(|_| refuse())?;
    match point {
        Some(point) if count > 0 => Ok(Armed {
            point,
            left: AtomicU32::new(count),
        }),
        _ => Err(refuse()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(Point, u32)> {
        let armed = parse(text).ok()?;
        Some((armed.point, armed.left.into_inner()))
    }

    #[test]
    fn a_point_is_armed_for_its_first_time_or_a_later_one() {
        for point in Point::ALL {
            assert_eq!(read(point.name()), Some((point, 1)));
        }
        assert_eq!(read("after_spool:3"), Some((Point::AfterSpool, 3)));
    }

    #[test]
    fn a_value_that_would_never_strike_is_refused() {
        for text in ["", "after_supper", "after_spool:0", "after_spool:x"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
