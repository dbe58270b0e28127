//! One token that everything watches; set by SIGTERM, SIGINT or the first service that halts.
//!
//! A second signal ends the process at once: the protocol survives a kill, so waiting is a
//! courtesy, not a need.

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// Exit code of a process that a second signal ended.
const KILLED: i32 = 130;

/// Watches the signals of this process for as long as it lives.
pub fn on_signals() -> std::io::Result<CancellationToken> {
    let token = CancellationToken::new();
    let mut term = signal(SignalKind::terminate())?;
    let mut int = signal(SignalKind::interrupt())?;
    let stop = token.clone();
    tokio::spawn(async move {
        first_of(&mut term, &mut int).await;
        tracing::info!("stopping: finishing what is in flight; a second signal stops at once");
        stop.cancel();
        first_of(&mut term, &mut int).await;
        std::process::exit(KILLED);
    });
    Ok(token)
}

async fn first_of(term: &mut tokio::signal::unix::Signal, int: &mut tokio::signal::unix::Signal) {
    tokio::select! {
        _ = term.recv() => {}
        _ = int.recv() => {}
    }
}
