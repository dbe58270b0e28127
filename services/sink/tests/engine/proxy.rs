//! A part that can be taken away: forwards TCP until it is told not to.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Connections to `address` reach the part while it is open; closing it cuts those that are there.
pub struct Proxy {
    pub address: SocketAddr,
    is_open: Arc<watch::Sender<bool>>,
}

impl Proxy {
    pub async fn before(part: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let is_open = Arc::new(watch::channel(true).0);
        tokio::spawn(forward(listener, part, is_open.clone()));
        Self { address, is_open }
    }

    pub fn close(&self) {
        self.is_open.send_replace(false);
    }

    pub fn open(&self) {
        self.is_open.send_replace(true);
    }
}

async fn forward(listener: TcpListener, part: String, is_open: Arc<watch::Sender<bool>>) {
    while let Ok((mut near, _)) = listener.accept().await {
        let mut state = is_open.subscribe();
        let part = part.clone();
        tokio::spawn(async move {
            if !*state.borrow() {
                return;
            }
            let Ok(mut far) = TcpStream::connect(&part).await else {
                return;
            };
            tokio::select! {
                _ = copy_bidirectional(&mut near, &mut far) => {}
                _ = state.wait_for(|is_open| !is_open) => {}
            }
        });
    }
}
