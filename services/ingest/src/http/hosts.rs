//! Courtesy: few requests at a time to one host, a gap between their starts, and none at all while
//! the host asked to be left alone.
//!
//! It knows what this process did; what other instances do is shared out by partitions.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use readonce_model::ErrorClass;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use url::Url;

use super::fault::Fault;

/// A longer wait would keep a place in the process from sources of other hosts.
const LONGEST_WAIT_MS: i64 = 120_000;

pub(super) struct Hosts {
    gap: Duration,
    parallel: usize,
    known: Mutex<HashMap<String, Arc<Host>>>,
}

struct Host {
    places: Arc<Semaphore>,
    next_start: Mutex<Instant>,
    closed_until_ms: AtomicI64,
}

/// The right to one request; given back when dropped.
pub(super) struct Turn {
    host: Arc<Host>,
    _place: OwnedSemaphorePermit,
}

impl Hosts {
    pub(super) fn new(gap: Duration, parallel: usize) -> Self {
        Self {
            gap,
            parallel: parallel.max(1),
            known: Mutex::default(),
        }
    }

    /// Waits for a turn, also for a host that asked to be left alone for a while: a run that is
    /// half-way keeps what it has. For longer than that the attempt ends without a request.
    pub(super) async fn enter(&self, url: &Url, now_ms: i64) -> Result<Turn, Fault> {
        let began = Instant::now();
        let now_ms = || now_ms.saturating_add(began.elapsed().as_millis() as i64);
        let host = self.host(url);
        let place =
            host.places.clone().acquire_owned().await.map_err(|_| {
                Fault::new(ErrorClass::Unreachable, "the host is no longer waited for")
            })?;
        tokio::time::sleep_until(host.reserve_start(self.gap)).await;
        // Others wait as well, and the answer to one of them may close the host again.
        while let Some(wait_ms) = host.closed_for(now_ms()) {
            if wait_ms > LONGEST_WAIT_MS {
                return Err(left_alone(wait_ms));
            }
            tokio::time::sleep(Duration::from_millis(wait_ms.unsigned_abs())).await;
            tokio::time::sleep_until(host.reserve_start(self.gap)).await;
        }
        Ok(Turn {
            host,
            _place: place,
        })
    }

    /// Until when a host wants to be left alone; none when it may be asked.
    pub(super) fn closed_until(&self, url: &Url, now_ms: i64) -> Option<i64> {
        let wait_ms = self.host(url).closed_for(now_ms)?;
        Some(now_ms.saturating_add(wait_ms))
    }

    fn host(&self, url: &Url) -> Arc<Host> {
        let port = url.port_or_known_default().unwrap_or_default();
        let name = format!("{}:{port}", url.host_str().unwrap_or_default());
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let host = known.entry(name).or_insert_with(|| {
            Arc::new(Host {
                places: Arc::new(Semaphore::new(self.parallel)),
                next_start: Mutex::new(Instant::now()),
                closed_until_ms: AtomicI64::new(0),
            })
        });
        host.clone()
    }
}

impl Host {
    fn closed_for(&self, now_ms: i64) -> Option<i64> {
        let wait_ms = self.closed_until_ms.load(Ordering::Relaxed) - now_ms;
        (wait_ms > 0).then_some(wait_ms)
    }

    fn reserve_start(&self, gap: Duration) -> Instant {
        let mut next = self
            .next_start
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let start = (*next).max(Instant::now());
        *next = start + gap;
        start
    }
}

fn left_alone(wait_ms: i64) -> Fault {
    let seconds = (wait_ms + 999) / 1000;
    Fault {
        class: ErrorClass::RateLimited,
        words: format!("the host asked to be left alone for another {seconds} s"),
        retry_after_ms: Some(wait_ms),
    }
}

impl Turn {
    /// Nobody asks this host again before then.
    pub(super) fn close_until(&self, until_ms: i64) {
        self.host
            .closed_until_ms
            .fetch_max(until_ms, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[tokio::test]
    async fn starts_at_one_host_keep_their_gap_and_other_hosts_do_not_wait() {
        let hosts = Hosts::new(Duration::from_millis(100), 9);
        let began = Instant::now();
        hosts
            .enter(&url("https://a.example.com/x"), 0)
            .await
            .unwrap();
        hosts
            .enter(&url("https://b.example.com/"), 0)
            .await
            .unwrap();
        assert!(began.elapsed() < Duration::from_millis(100));
        hosts
            .enter(&url("https://a.example.com/y"), 0)
            .await
            .unwrap();
        hosts
            .enter(&url("https://a.example.com/z"), 0)
            .await
            .unwrap();
        assert!(began.elapsed() >= Duration::from_millis(200));
    }

    #[tokio::test]
    async fn no_more_than_the_allowed_number_are_at_a_host_at_once() {
        let hosts = Hosts::new(Duration::ZERO, 2);
        let address = url("https://a.example.com/");
        let first = hosts.enter(&address, 0).await.unwrap();
        let _second = hosts.enter(&address, 0).await.unwrap();
        let soon = Duration::from_millis(100);
        let third = tokio::time::timeout(soon, hosts.enter(&address, 0)).await;
        assert!(third.is_err());
        drop(first);
        assert!(hosts.enter(&address, 0).await.is_ok());
    }

    #[tokio::test]
    async fn a_host_that_asked_for_peace_is_not_asked_until_then() {
        let hosts = Hosts::new(Duration::ZERO, 2);
        let address = url("https://a.example.com/jobs");
        let turn = hosts.enter(&address, 1_000).await.unwrap();
        turn.close_until(1_200);
        turn.close_until(1_100);
        assert_eq!(hosts.closed_until(&address, 1_050), Some(1_200));
        assert_eq!(hosts.closed_until(&address, 1_200), None);
        let began = Instant::now();
        assert!(hosts.enter(&address, 1_050).await.is_ok());
        assert!(began.elapsed() >= Duration::from_millis(150));
        let other = url("https://b.example.com/");
        assert_eq!(hosts.closed_until(&other, 1_050), None);
    }

    #[tokio::test]
    async fn a_long_wait_is_left_to_the_schedule() {
        let hosts = Hosts::new(Duration::ZERO, 2);
        let address = url("https://a.example.com/jobs");
        let turn = hosts.enter(&address, 0).await.unwrap();
        turn.close_until(3_600_000);
        let fault = hosts.enter(&address, 0).await.err().unwrap();
        assert_eq!(fault.class, ErrorClass::RateLimited);
        let wait_ms = fault.retry_after_ms.unwrap();
        assert!((3_599_000..=3_600_000).contains(&wait_ms), "{wait_ms}");
    }
}
