//! Waiting for a thing to become so, with a deadline and an error that names the thing.
//!
//! The only place that may pause: everything else waits by calling this. A probe that hangs is
//! cut off at the deadline, so a wait always ends.

use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout_at};

const FIRST_PAUSE: Duration = Duration::from_millis(5);
const LONGEST_PAUSE: Duration = Duration::from_millis(250);

/// The deadline passed.
#[derive(Debug, thiserror::Error)]
#[error("waited {within_ms} ms for {what}; tried {tries} times, last seen: {last}")]
pub struct TimedOut {
    pub what: String,
    pub within_ms: u128,
    pub tries: u32,
    /// What the last probe answered.
    pub last: String,
}

/// Waits until the probe says yes.
pub async fn until<P, F>(within: Duration, what: &str, mut probe: P) -> Result<(), TimedOut>
where
    P: FnMut() -> F,
    F: Future<Output = bool>,
{
    until_ok(within, what, || {
        let answer = probe();
        async move { if answer.await { Ok(()) } else { Err("not yet") } }
    })
    .await
}

/// Waits until the probe succeeds and hands over what it found.
pub async fn until_ok<P, F, T, E>(within: Duration, what: &str, mut probe: P) -> Result<T, TimedOut>
where
    P: FnMut() -> F,
    F: Future<Output = Result<T, E>>,
    E: std::fmt::Display,
{
    let deadline = Instant::now() + within;
    let mut pause = FIRST_PAUSE;
    let mut failure = TimedOut {
        what: what.to_owned(),
        within_ms: within.as_millis(),
        tries: 0,
        last: "nothing".to_owned(),
    };
    loop {
        failure.tries += 1;
        match timeout_at(deadline, probe()).await {
            Ok(Ok(found)) => return Ok(found),
            Ok(Err(error)) => failure.last = error.to_string(),
            Err(_) => {
                failure.last = format!("no answer (before: {})", failure.last);
                return Err(failure);
            }
        }
        if Instant::now() >= deadline {
            return Err(failure);
        }
        sleep_until(deadline.min(Instant::now() + pause)).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Waits until something accepts connections there.
pub async fn until_open(within: Duration, what: &str, addr: SocketAddr) -> Result<(), TimedOut> {
    until_ok(within, &format!("{what} on {addr}"), || async move {
        TcpStream::connect(addr).await.map(drop)
    })
    .await
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::ports;

    #[tokio::test]
    async fn ends_as_soon_as_the_answer_is_yes() {
        let tries = AtomicU32::new(0);
        let begun = Instant::now();
        until(Duration::from_secs(60), "the third try", || async {
            tries.fetch_add(1, Ordering::SeqCst) == 2
        })
        .await
        .unwrap();
        assert_eq!(tries.load(Ordering::SeqCst), 3);
        assert!(begun.elapsed() < Duration::from_secs(10));
    }

    #[tokio::test]
    async fn says_what_it_waited_for_and_what_it_saw() {
        let error = until_ok(Duration::from_millis(40), "the registry", || async {
            Err::<(), _>("status 503")
        })
        .await
        .unwrap_err();
        let text = error.to_string();
        assert!(text.contains("40 ms for the registry"), "{text}");
        assert!(text.contains("status 503"), "{text}");
        assert!(error.tries > 1);
    }

    #[tokio::test]
    async fn a_probe_that_hangs_is_cut_off() {
        let error = until(
            Duration::from_millis(30),
            "a dead peer",
            std::future::pending,
        )
        .await
        .unwrap_err();
        assert!(error.last.starts_with("no answer"), "{error}");
    }

    #[tokio::test]
    async fn sees_a_port_open_and_names_one_that_stays_shut() {
        let held = ports::hold().unwrap();
        until_open(Duration::from_secs(5), "a listener", held.addr())
            .await
            .unwrap();
        let addr = held.addr();
        drop(held);
        let error = until_open(Duration::from_millis(20), "kafka", addr)
            .await
            .unwrap_err();
        assert!(
            error.to_string().contains(&format!("kafka on {addr}")),
            "{error}"
        );
    }
}
