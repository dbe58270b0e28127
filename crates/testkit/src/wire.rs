//! A TCP connection under axum that can be broken at will, and that knows when a reply is out.
//!
//! HTTP frameworks hide the socket; faults such as a reset, and the question whether a reply was
//! written to its last byte, need it. Must not change a byte of what passes through.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::task::{Context, Poll, Waker};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

use crate::lock;

/// A handler's grip on the connection that its request came by.
#[derive(Clone)]
pub(crate) struct Wire(Arc<Shared>);

#[derive(Default)]
struct Shared {
    cut: AtomicBool,
    cut_when_flushed: AtomicU8,
    on_flushed: Mutex<Option<OnFlushed>>,
    waker: Mutex<Option<Waker>>,
}

type OnFlushed = Box<dyn FnOnce() + Send>;

/// Steps of `cut_when_flushed`: a flush counts only when bytes were written after arming.
const OFF: u8 = 0;
const ARMED: u8 = 1;
const WRITTEN: u8 = 2;

impl Wire {
    /// Resets the connection: what is not sent yet is lost, and the peer sees a reset.
    pub(crate) fn cut(&self) {
        self.0.cut.store(true, Ordering::SeqCst);
        if let Some(waker) = lock(&self.0.waker).take() {
            waker.wake();
        }
    }

    /// Resets the connection as soon as what is written from now on has left: after the headers,
    /// when the body does not come.
    pub(crate) fn cut_when_flushed(&self) {
        self.0.cut_when_flushed.store(ARMED, Ordering::SeqCst);
    }

    /// Runs `then` once everything written so far was handed to the operating system. Dropped
    /// without a run when the connection ends first.
    pub(crate) fn when_flushed(&self, then: impl FnOnce() + Send + 'static) {
        *lock(&self.0.on_flushed) = Some(Box::new(then));
    }
}

/// The stream that axum reads and writes.
pub(crate) struct WireStream {
    tcp: TcpStream,
    wire: Wire,
}

impl WireStream {
    fn broken(&self) -> Option<io::Error> {
        self.wire
            .0
            .cut
            .load(Ordering::SeqCst)
            .then(|| io::ErrorKind::ConnectionReset.into())
    }

    fn wrote(&self) {
        let step = &self.wire.0.cut_when_flushed;
        let _ = step.compare_exchange(ARMED, WRITTEN, Ordering::SeqCst, Ordering::SeqCst);
    }

    fn flushed(&self) {
        if let Some(then) = lock(&self.wire.0.on_flushed).take() {
            then();
        }
        if self.wire.0.cut_when_flushed.load(Ordering::SeqCst) == WRITTEN {
            self.wire.0.cut_when_flushed.store(OFF, Ordering::SeqCst);
            self.wire.cut();
        }
    }
}

impl AsyncRead for WireStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        // The waker is stored before the look at `cut`, or a cut in between would go unseen.
        *lock(&self.wire.0.waker) = Some(cx.waker().clone());
        match self.broken() {
            Some(error) => Poll::Ready(Err(error)),
            None => Pin::new(&mut self.tcp).poll_read(cx, buf),
        }
    }
}

impl AsyncWrite for WireStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if let Some(error) = self.broken() {
            return Poll::Ready(Err(error));
        }
        let written = Pin::new(&mut self.tcp).poll_write(cx, bytes);
        if matches!(written, Poll::Ready(Ok(1..))) {
            self.wrote();
        }
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if let Some(error) = self.broken() {
            return Poll::Ready(Err(error));
        }
        let flushed = Pin::new(&mut self.tcp).poll_flush(cx);
        if matches!(flushed, Poll::Ready(Ok(()))) {
            self.flushed();
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.broken() {
            Some(error) => Poll::Ready(Err(error)),
            None => Pin::new(&mut self.tcp).poll_shutdown(cx),
        }
    }
}

impl Drop for WireStream {
    fn drop(&mut self) {
        if self.broken().is_some() {
            // Turns the close that follows into a reset. Fails only on a socket that is gone.
            let _ = self.tcp.set_zero_linger();
        }
        *lock(&self.wire.0.on_flushed) = None;
    }
}

/// Every live connection of one server, to cut those that would hold up its end.
#[derive(Clone, Default)]
pub(crate) struct Wires(Arc<Mutex<Vec<Weak<Shared>>>>);

impl Wires {
    fn add(&self, wire: &Wire) {
        let mut wires = lock(&self.0);
        wires.retain(|known| known.strong_count() > 0);
        wires.push(Arc::downgrade(&wire.0));
    }

    pub(crate) fn cut_all(&self) {
        for shared in lock(&self.0).iter().filter_map(Weak::upgrade) {
            Wire(shared).cut();
        }
    }
}

pub(crate) struct WireListener {
    tcp: TcpListener,
    wires: Wires,
}

impl WireListener {
    pub(crate) fn new(tcp: TcpListener, wires: Wires) -> Self {
        Self { tcp, wires }
    }
}

impl Listener for WireListener {
    type Io = WireStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (WireStream, SocketAddr) {
        // axum's own accept knows which errors to try again on, and when.
        let (tcp, addr) = <TcpListener as Listener>::accept(&mut self.tcp).await;
        if let Err(error) = tcp.set_nodelay(true) {
            tracing::debug!(%error, "nodelay refused");
        }
        let wire = Wire(Arc::default());
        self.wires.add(&wire);
        (WireStream { tcp, wire }, addr)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.tcp.local_addr()
    }
}

impl Connected<IncomingStream<'_, WireListener>> for Wire {
    fn connect_info(stream: IncomingStream<'_, WireListener>) -> Self {
        stream.io().wire.clone()
    }
}
