//! Start and stop of an HTTP server on loopback, shared by the site and the model.
//!
//! Stops within seconds whatever its clients do: replies under way may end, the rest is cut off.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result};
use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::wire::{Wire, WireListener, Wires};

const GRACE: Duration = Duration::from_secs(2);

/// A running server; ends when it is stopped or dropped.
pub struct RunningServer {
    addr: SocketAddr,
    stop: watch::Sender<bool>,
    wires: Wires,
    task: Option<JoinHandle<()>>,
}

/// Tells handlers that wait on purpose that the server is about to end.
#[derive(Clone)]
pub(crate) struct Stopping(watch::Receiver<bool>);

impl Stopping {
    pub(crate) async fn wait(&self) {
        // An error means that the server is gone, which is the same news.
        let _ = self.0.clone().wait_for(|stopping| *stopping).await;
    }
}

impl RunningServer {
    /// Binds loopback (`None`: any free port) and serves what `router` builds.
    pub(crate) async fn start(
        listen: Option<SocketAddr>,
        router: impl FnOnce(Stopping) -> Router,
    ) -> Result<Self> {
        let wanted = listen.unwrap_or_else(|| (Ipv4Addr::LOCALHOST, 0).into());
        let tcp = TcpListener::bind(wanted)
            .await
            .with_context(|| format!("cannot listen on {wanted}"))?;
        let addr = tcp.local_addr().context("no local address")?;
        let (stop, stopping) = watch::channel(false);
        let wires = Wires::default();
        let router = router(Stopping(stopping.clone()));
        let listener = WireListener::new(tcp, wires.clone());
        let task = tokio::spawn(run(listener, router, Stopping(stopping)));
        Ok(Self {
            addr,
            stop,
            wires,
            task: Some(task),
        })
    }

    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// `http://127.0.0.1:port`, without a slash at the end.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.addr)
    }

    /// Stops accepting, lets replies under way end, cuts what is left, and frees the port.
    pub async fn stop(mut self) -> Result<()> {
        self.stop.send_replace(true);
        let Some(mut task) = self.task.take() else {
            return Ok(());
        };
        if timeout(GRACE, &mut task).await.is_ok() {
            return Ok(());
        }
        self.wires.cut_all();
        timeout(GRACE, &mut task)
            .await
            .context("the server did not end")?
            .context("the server task failed")
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        self.wires.cut_all();
    }
}

async fn run(listener: WireListener, router: Router, stopping: Stopping) {
    let service = router.into_make_service_with_connect_info::<Wire>();
    let served = axum::serve(listener, service)
        .with_graceful_shutdown(async move { stopping.wait().await })
        .await;
    if let Err(error) = served {
        tracing::error!(%error, "server ended early");
    }
}
