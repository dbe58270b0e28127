//! Free ports on loopback for programs that cannot be handed a listener.
//!
//! Prefer to bind port 0 and keep the listener: a port that was let go of can be taken by
//! somebody else before the program opens it. Must never guess a number.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};

/// A port that nobody else can take while this lives.
#[derive(Debug)]
pub struct HeldPort {
    listener: TcpListener,
    addr: SocketAddr,
}

impl HeldPort {
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// The listener itself, for a server in this process: no gap in which the port is free.
    pub fn into_listener(self) -> TcpListener {
        self.listener
    }

    /// Lets go of the port, as late as possible before another program opens it.
    pub fn release(self) -> u16 {
        self.addr.port()
    }
}

/// Holds one free port.
pub fn hold() -> io::Result<HeldPort> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let addr = listener.local_addr()?;
    Ok(HeldPort { listener, addr })
}

/// `count` different free ports; held together, so that they cannot be the same.
pub fn hold_many(count: usize) -> io::Result<Vec<HeldPort>> {
    (0..count).map(|_| hold()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn held_ports_are_different_and_taken() {
        let held = hold_many(8).unwrap();
        let mut addrs: Vec<_> = held.iter().map(HeldPort::addr).collect();
        assert!(addrs.iter().all(|addr| TcpListener::bind(addr).is_err()));
        addrs.sort_unstable();
        addrs.dedup();
        assert_eq!(addrs.len(), 8);
    }

    #[test]
    fn a_released_port_can_be_opened() {
        let port = hold().unwrap().release();
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).unwrap();
    }
}
