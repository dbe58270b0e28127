//! One connection through the proxy: two pumps, and the fault that struck it.

use std::future::pending;
use std::io;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::sleep;

use super::{Direction, Fault, Plan, Shared, Verdict};
use crate::lock;

const CHUNK_BYTES: usize = 64 << 10;

/// What both pumps know of their connection.
struct Connection {
    shared: Arc<Shared>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    struck: Option<Fault>,
    /// The end of what the client sent: a needle may arrive in two pieces.
    sent: Vec<u8>,
}

/// Makes the close that follows a reset. Fails only on a socket that is gone already.
pub(super) fn reset(stream: &TcpStream) {
    let _ = stream.set_zero_linger();
}

pub(super) async fn connection(
    mut client: TcpStream,
    shared: Arc<Shared>,
    mut cut: watch::Receiver<u64>,
) {
    let _open = Open::count(&shared);
    let Ok(mut server) = TcpStream::connect(shared.upstream).await else {
        return reset(&client);
    };
    for stream in [&client, &server] {
        let _ = stream.set_nodelay(true);
    }
    let connection = Connection {
        shared: shared.clone(),
        state: Mutex::default(),
    };
    let ended = {
        let (client_out, client_in) = client.split();
        let (server_out, server_in) = server.split();
        let up = connection.pump(Direction::ToServer, client_out, server_in);
        let down = connection.pump(Direction::ToClient, server_out, client_in);
        tokio::select! {
            ended = async { tokio::try_join!(up, down) } => ended.map(drop),
            _ = cut.changed() => Err(io::ErrorKind::ConnectionReset.into()),
        }
    };
    if ended.is_err() {
        reset(&client);
        reset(&server);
    }
}

/// Counts a connection as open for as long as it lives.
struct Open(Arc<Shared>);

impl Open {
    fn count(shared: &Arc<Shared>) -> Self {
        shared.open.fetch_add(1, Ordering::SeqCst);
        Self(shared.clone())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Connection {
    /// Carries one direction to its end. An error ends the whole connection with a reset.
    async fn pump(
        &self,
        direction: Direction,
        mut from: impl AsyncRead + Unpin,
        mut to: impl AsyncWrite + Unpin,
    ) -> io::Result<()> {
        let mut chunk = vec![0; CHUNK_BYTES];
        loop {
            let length = from.read(&mut chunk).await?;
            if length == 0 {
                return self.finish(direction, to).await;
            }
            let delay = self.shared.delay();
            if !delay.is_zero() {
                sleep(delay).await;
            }
            let bytes = &chunk[..length];
            match self.judge(direction, bytes) {
                Verdict::Forward => to.write_all(bytes).await?,
                Verdict::Swallow => {}
                Verdict::Cut => return Err(io::ErrorKind::ConnectionReset.into()),
            }
        }
    }

    async fn finish(
        &self,
        direction: Direction,
        mut to: impl AsyncWrite + Unpin,
    ) -> io::Result<()> {
        let silent = matches!(self.struck(), Some(Fault::Mute | Fault::HalfOpen));
        match direction {
            // The client must not learn that the server hung up; it ends when the client does.
            Direction::ToClient if silent => pending().await,
            Direction::ToServer if silent => Err(io::ErrorKind::ConnectionReset.into()),
            _ => to.shutdown().await,
        }
    }

    fn struck(&self) -> Option<Fault> {
        lock(&self.state).struck
    }

    fn judge(&self, direction: Direction, bytes: &[u8]) -> Verdict {
        let mut state = lock(&self.state);
        if state.struck.is_none() {
            if direction == Direction::ToServer {
                state.sent.extend_from_slice(bytes);
            }
            let sent = &state.sent;
            state.struck = self.shared.strike(|plan| fits(plan, direction, sent));
            let keep = self.shared.longest_needle().saturating_sub(1);
            let surplus = state.sent.len().saturating_sub(keep);
            state.sent.drain(..surplus);
        }
        match (state.struck, direction) {
            (None, _) => Verdict::Forward,
            (Some(Fault::DropReply | Fault::Mute), Direction::ToServer) => Verdict::Forward,
            (Some(Fault::Mute | Fault::HalfOpen), _) => Verdict::Swallow,
            (Some(Fault::DropReply | Fault::Reset | Fault::Refuse), _) => Verdict::Cut,
        }
    }
}

fn fits(plan: &Plan, direction: Direction, sent: &[u8]) -> bool {
    match &plan.needle {
        // A refusal strikes when a connection opens, not one that is open.
        None => plan.fault != Fault::Refuse,
        Some(needle) => {
            direction == Direction::ToServer
                && sent
                    .windows(needle.len().max(1))
                    .any(|window| window == needle)
        }
    }
}

impl Shared {
    fn longest_needle(&self) -> usize {
        let plans = lock(&self.plans);
        let needles = plans.iter().filter_map(|plan| plan.needle.as_ref());
        needles.map(Vec::len).max().unwrap_or_default()
    }
}
