//! The proxy carries bytes unchanged and breaks connections as told.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use readonce_testkit::proxy::{Fault, Proxy};
use readonce_testkit::{ports, wait};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, timeout};

const SOON: Duration = Duration::from_secs(5);
const A_WHILE: Duration = Duration::from_millis(150);

/// Answers every line in capitals and counts the lines that it carried out.
async fn shouting_server() -> (SocketAddr, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let done = Arc::new(AtomicUsize::new(0));
    let counted = done.clone();
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            tokio::spawn(shout(stream, counted.clone()));
        }
    });
    (addr, done)
}

async fn shout(mut stream: TcpStream, done: Arc<AtomicUsize>) {
    let mut buffer = vec![0; 1 << 16];
    while let Ok(length @ 1..) = stream.read(&mut buffer).await {
        let lines = buffer[..length]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count();
        done.fetch_add(lines, Ordering::SeqCst);
        let loud = buffer[..length].to_ascii_uppercase();
        if stream.write_all(&loud).await.is_err() {
            return;
        }
    }
}

struct Set {
    proxy: Proxy,
    done: Arc<AtomicUsize>,
}

async fn set() -> Set {
    let (upstream, done) = shouting_server().await;
    let proxy = Proxy::start(upstream).await.unwrap();
    Set { proxy, done }
}

impl Set {
    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.proxy.addr()).await.unwrap()
    }

    async fn carried_out(&self, lines: usize) {
        let enough = || async { self.done.load(Ordering::SeqCst) == lines };
        wait::until(SOON, "the server to carry out the request", enough)
            .await
            .unwrap();
    }
}

async fn say(client: &mut TcpStream, line: &str) -> std::io::Result<String> {
    client.write_all(line.as_bytes()).await?;
    let mut reply = vec![0; line.len()];
    client.read_exact(&mut reply).await?;
    Ok(String::from_utf8(reply).unwrap())
}

fn is_reset(outcome: &std::io::Result<String>) -> bool {
    use std::io::ErrorKind::{BrokenPipe, ConnectionReset};
    matches!(outcome, Err(error) if [ConnectionReset, BrokenPipe].contains(&error.kind()))
}

#[tokio::test]
async fn without_a_fault_every_byte_goes_through() {
    let set = set().await;
    let mut client = set.connect().await;
    assert_eq!(say(&mut client, "hello\n").await.unwrap(), "HELLO\n");
    let (mut out, mut into) = client.split();
    let sent: Vec<u8> = (0..3_000_000_u32).map(|n| b'A' + (n % 26) as u8).collect();
    let write = async {
        into.write_all(&sent).await.unwrap();
        into.shutdown().await.unwrap();
    };
    let mut received = Vec::new();
    let (_, read) = tokio::join!(write, out.read_to_end(&mut received));
    read.unwrap();
    assert!(
        received == sent,
        "{} of {} bytes",
        received.len(),
        sent.len()
    );
    wait::until(SOON, "the connection to end", || async {
        set.proxy.open() == 0
    })
    .await
    .unwrap();
    assert_eq!((set.proxy.accepted(), set.proxy.struck()), (1, 0));
    set.proxy.stop().await.unwrap();
}

#[tokio::test]
async fn a_dropped_reply_was_carried_out() {
    let set = set().await;
    let mut client = set.connect().await;
    set.proxy.inject(Fault::DropReply, Some(1));
    let outcome = timeout(SOON, say(&mut client, "insert\n")).await.unwrap();
    assert!(is_reset(&outcome), "{outcome:?}");
    set.carried_out(1).await;
    let mut again = set.connect().await;
    assert_eq!(say(&mut again, "insert\n").await.unwrap(), "INSERT\n");
    assert_eq!(set.proxy.struck(), 1);
}

#[tokio::test]
async fn a_needle_chooses_the_request_even_in_pieces() {
    let set = set().await;
    set.proxy
        .inject_when_sent(b"insert", Fault::DropReply, Some(1));
    let mut client = set.connect().await;
    assert_eq!(say(&mut client, "select\n").await.unwrap(), "SELECT\n");
    assert_eq!(say(&mut client, "ins").await.unwrap(), "INS");
    let outcome = timeout(SOON, say(&mut client, "ert\n")).await.unwrap();
    assert!(is_reset(&outcome), "{outcome:?}");
    set.carried_out(2).await;
}

#[tokio::test]
async fn a_mute_server_works_on_in_silence() {
    let set = set().await;
    let mut client = set.connect().await;
    set.proxy.inject(Fault::Mute, Some(1));
    assert!(timeout(A_WHILE, say(&mut client, "one\n")).await.is_err());
    set.carried_out(1).await;
    drop(client);
    wait::until(SOON, "the connection to end", || async {
        set.proxy.open() == 0
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn a_half_open_connection_carries_nothing_and_stays() {
    let set = set().await;
    let mut client = set.connect().await;
    assert_eq!(say(&mut client, "one\n").await.unwrap(), "ONE\n");
    set.proxy.inject(Fault::HalfOpen, Some(1));
    assert!(timeout(A_WHILE, say(&mut client, "two\n")).await.is_err());
    assert_eq!((set.done.load(Ordering::SeqCst), set.proxy.open()), (1, 1));
    let mut other = set.connect().await;
    assert_eq!(say(&mut other, "three\n").await.unwrap(), "THREE\n");
}

#[tokio::test]
async fn resets_one_or_all() {
    let set = set().await;
    let (mut one, mut two) = (set.connect().await, set.connect().await);
    for client in [&mut one, &mut two] {
        say(client, "x\n").await.unwrap();
    }
    set.proxy.inject(Fault::Reset, Some(1));
    let outcome = say(&mut one, "y\n").await;
    assert!(is_reset(&outcome), "{outcome:?}");
    assert_eq!(say(&mut two, "y\n").await.unwrap(), "Y\n");
    assert_eq!(set.done.load(Ordering::SeqCst), 3);
    set.proxy.reset_all();
    let mut rest = Vec::new();
    let error = timeout(SOON, two.read_to_end(&mut rest))
        .await
        .unwrap()
        .unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset);
}

#[tokio::test]
async fn a_refusal_spares_what_is_open() {
    let set = set().await;
    let mut open = set.connect().await;
    say(&mut open, "x\n").await.unwrap();
    set.proxy.inject(Fault::Refuse, Some(1));
    assert_eq!(say(&mut open, "y\n").await.unwrap(), "Y\n");
    let mut refused = set.connect().await;
    let mut rest = Vec::new();
    let ended = timeout(SOON, refused.read_to_end(&mut rest)).await.unwrap();
    assert!(ended.is_err());
    let mut later = set.connect().await;
    assert_eq!(say(&mut later, "z\n").await.unwrap(), "Z\n");
}

#[tokio::test]
async fn a_delay_counts_both_ways_and_can_be_cleared() {
    let set = set().await;
    let mut client = set.connect().await;
    set.proxy.set_delay(Duration::from_millis(60));
    let begun = Instant::now();
    assert_eq!(say(&mut client, "x\n").await.unwrap(), "X\n");
    assert!(begun.elapsed() >= Duration::from_millis(120));
    set.proxy.set_delay(Duration::from_secs(60));
    set.proxy.inject(Fault::Reset, None);
    set.proxy.clear();
    let cleared = timeout(SOON, say(&mut client, "y\n")).await.unwrap();
    assert_eq!(cleared.unwrap(), "Y\n");
}

#[tokio::test]
async fn a_dead_upstream_is_a_reset() {
    let dead = ports::hold().unwrap().addr();
    let proxy = Proxy::start(dead).await.unwrap();
    let mut client = TcpStream::connect(proxy.addr()).await.unwrap();
    let mut rest = Vec::new();
    assert!(
        timeout(SOON, client.read_to_end(&mut rest))
            .await
            .unwrap()
            .is_err()
    );
}

#[tokio::test]
async fn stopping_ends_open_connections_and_frees_the_port() {
    let set = set().await;
    let mut client = set.connect().await;
    say(&mut client, "x\n").await.unwrap();
    let addr = set.proxy.addr();
    timeout(SOON, set.proxy.stop()).await.unwrap().unwrap();
    let mut rest = Vec::new();
    assert!(
        timeout(SOON, client.read_to_end(&mut rest))
            .await
            .unwrap()
            .is_err()
    );
    TcpListener::bind(addr).await.unwrap();
}
