//! A TCP proxy that breaks connections on demand, for protocols that it knows nothing about.
//!
//! Put it in front of a broker, a registry or a database and drop a reply after the request was
//! carried out: the one fault that a server cannot be asked for. Without a fault it must not change,
//! hold back or reorder a byte.

mod carry;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::fault::Uses;
use crate::lock;

/// What happens to a connection that is struck. Nothing heals it: as on a network, the client has
/// to open another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Reset as soon as it is opened.
    Refuse,
    /// Reset at its next byte, in either direction; the byte is lost.
    Reset,
    /// Requests go through and are carried out; at the first byte of a reply the connection is
    /// reset instead.
    DropReply,
    /// Requests go through and are carried out; replies vanish and the connection stays open.
    Mute,
    /// Nothing goes through in either direction any more, and neither end is told.
    HalfOpen,
}

/// The running proxy; ends when it is stopped or dropped.
pub struct Proxy {
    addr: SocketAddr,
    shared: Arc<Shared>,
    stop: watch::Sender<bool>,
    task: Option<JoinHandle<()>>,
}

struct Shared {
    upstream: SocketAddr,
    plans: Mutex<Vec<Plan>>,
    delay_micros: AtomicU64,
    struck: AtomicUsize,
    accepted: AtomicUsize,
    open: AtomicUsize,
    /// Every change cuts all connections that are open.
    cut: watch::Sender<u64>,
}

struct Plan {
    fault: Fault,
    /// Only connections whose client sends this.
    needle: Option<Vec<u8>>,
    uses: Uses,
}

/// What to do with some bytes that arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Forward,
    Swallow,
    Cut,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    ToServer,
    ToClient,
}

impl Proxy {
    /// Listens on a free loopback port and carries to `upstream`.
    pub async fn start(upstream: SocketAddr) -> Result<Self> {
        Self::start_on((Ipv4Addr::LOCALHOST, 0).into(), upstream).await
    }

    /// Listens where a client was told to look, for example a broker's advertised address.
    pub async fn start_on(listen: SocketAddr, upstream: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind(listen)
            .await
            .with_context(|| format!("cannot listen on {listen}"))?;
        let addr = listener.local_addr().context("no local address")?;
        let shared = Arc::new(Shared {
            upstream,
            plans: Mutex::default(),
            delay_micros: AtomicU64::new(0),
            struck: AtomicUsize::new(0),
            accepted: AtomicUsize::new(0),
            open: AtomicUsize::new(0),
            cut: watch::channel(0).0,
        });
        let (stop, stopping) = watch::channel(false);
        let task = tokio::spawn(accept_all(listener, shared.clone(), stopping));
        Ok(Self {
            addr,
            shared,
            stop,
            task: Some(task),
        })
    }

    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Holds back every piece of data that long, in both directions. Zero: not at all.
    pub fn set_delay(&self, delay: Duration) {
        let micros = u64::try_from(delay.as_micros()).unwrap_or(u64::MAX);
        self.shared.delay_micros.store(micros, Ordering::SeqCst);
    }

    /// Strikes the next `times` connections (`None`: all) that open or carry a byte.
    pub fn inject(&self, fault: Fault, times: Option<u32>) {
        self.plan(fault, None, times);
    }

    /// Strikes connections whose client sends `needle` (not empty), from there on.
    pub fn inject_when_sent(&self, needle: &[u8], fault: Fault, times: Option<u32>) {
        self.plan(fault, Some(needle.to_vec()), times);
    }

    fn plan(&self, fault: Fault, needle: Option<Vec<u8>>, times: Option<u32>) {
        let uses = Uses::new(times);
        lock(&self.shared.plans).push(Plan {
            fault,
            needle,
            uses,
        });
    }

    /// Takes back faults that have not struck yet, and the delay.
    pub fn clear(&self) {
        lock(&self.shared.plans).clear();
        self.set_delay(Duration::ZERO);
    }

    /// Resets every connection that is open now.
    pub fn reset_all(&self) {
        self.shared.cut.send_modify(|generation| *generation += 1);
    }

    /// How many connections a fault struck: a test whose fault never struck proves nothing.
    pub fn struck(&self) -> usize {
        self.shared.struck.load(Ordering::SeqCst)
    }

    /// Connections since the start.
    pub fn accepted(&self) -> usize {
        self.shared.accepted.load(Ordering::SeqCst)
    }

    /// Connections that are open now.
    pub fn open(&self) -> usize {
        self.shared.open.load(Ordering::SeqCst)
    }

    /// Resets what is open and frees the port.
    pub async fn stop(mut self) -> Result<()> {
        self.stop.send_replace(true);
        match self.task.take() {
            Some(task) => task.await.context("the proxy task failed"),
            None => Ok(()),
        }
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.stop.send_replace(true);
    }
}

async fn accept_all(
    listener: TcpListener,
    shared: Arc<Shared>,
    mut stopping: watch::Receiver<bool>,
) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((client, _)) => begin(&mut connections, client, &shared),
                Err(error) => tracing::warn!(%error, "a connection was not accepted"),
            },
            Some(_) = connections.join_next() => {}
            _ = stopping.wait_for(|stopping| *stopping) => break,
        }
    }
    drop(listener);
    shared.cut.send_modify(|generation| *generation += 1);
    while connections.join_next().await.is_some() {}
}

fn begin(connections: &mut JoinSet<()>, client: TcpStream, shared: &Arc<Shared>) {
    shared.accepted.fetch_add(1, Ordering::SeqCst);
    if shared.refuses() {
        carry::reset(&client);
        return;
    }
    // Subscribed here, so that no cut after this point is missed.
    let cut = shared.cut.subscribe();
    connections.spawn(carry::connection(client, shared.clone(), cut));
}

impl Shared {
    fn refuses(&self) -> bool {
        self.strike(|plan| plan.fault == Fault::Refuse && plan.needle.is_none())
            .is_some()
    }

    fn strike(&self, fits: impl Fn(&Plan) -> bool) -> Option<Fault> {
        let mut plans = lock(&self.plans);
        let plan = plans
            .iter_mut()
            .find(|plan| plan.uses.left() && fits(plan))?;
        plan.uses.spend();
        self.struck.fetch_add(1, Ordering::SeqCst);
        Some(plan.fault)
    }

    fn delay(&self) -> Duration {
        Duration::from_micros(self.delay_micros.load(Ordering::SeqCst))
    }
}
