//! A small HTTP/1.1 client for loopback: one request, one connection.
//!
//! For health waits and for tests that must see a broken reply as it was. It follows no redirect,
//! keeps no connection, knows no TLS, and reports a reply that ends early as an error.

use anyhow::{Context, Result, bail, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// What came back.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        let (_, value) = self.headers.iter().find(|(key, _)| key == name)?;
        Some(value)
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Result<serde_json::Value> {
        serde_json::from_slice(&self.body).context("the body is no JSON")
    }
}

/// One request to `http://host:port/path`.
pub async fn get(url: &str, headers: &[(&str, &str)]) -> Result<Reply> {
    send("GET", url, headers, &[]).await
}

pub async fn post(url: &str, headers: &[(&str, &str)], body: &[u8]) -> Result<Reply> {
    send("POST", url, headers, body).await
}

async fn send(method: &str, url: &str, headers: &[(&str, &str)], body: &[u8]) -> Result<Reply> {
    let mut stream = open(method, url, headers, body).await?;
    let mut received = Vec::new();
    let ended = stream.read_to_end(&mut received).await;
    match (read_reply(&received), ended) {
        (Ok(reply), _) => Ok(reply),
        (Err(_), Err(broken)) => Err(broken).context("connection broken"),
        (Err(short), Ok(_)) => Err(short),
    }
}

/// Sends a request and leaves the reply to the caller, who may also hang up.
pub async fn open(
    method: &str,
    url: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Result<TcpStream> {
    let rest = url
        .strip_prefix("http://")
        .context("the address does not begin with http://")?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let mut head = format!("{method} /{path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n");
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
    let mut stream = TcpStream::connect(host)
        .await
        .with_context(|| format!("cannot connect to {host}"))?;
    stream.write_all(&[head.as_bytes(), body].concat()).await?;
    Ok(stream)
}

fn read_reply(received: &[u8]) -> Result<Reply> {
    let end = position(received, b"\r\n\r\n").context("the reply ends before its headers do")?;
    let (head, rest) = (&received[..end], &received[end + 4..]);
    let head = std::str::from_utf8(head).context("headers are no text")?;
    let mut lines = head.split("\r\n");
    let status = read_status(lines.next().unwrap_or_default())?;
    let headers: Vec<_> = lines.filter_map(read_header).collect();
    let mut reply = Reply {
        status,
        headers,
        body: Vec::new(),
    };
    reply.body = read_body(&reply, rest)?;
    Ok(reply)
}

fn read_status(line: &str) -> Result<u16> {
    let code = line.split(' ').nth(1).unwrap_or_default();
    code.parse()
        .with_context(|| format!("'{line}' is no status line"))
}

fn read_header(line: &str) -> Option<(String, String)> {
    let (name, value) = line.split_once(':')?;
    Some((name.trim().to_ascii_lowercase(), value.trim().to_owned()))
}

fn read_body(reply: &Reply, rest: &[u8]) -> Result<Vec<u8>> {
    if reply.header("transfer-encoding") == Some("chunked") {
        return read_chunks(rest);
    }
    let Some(length) = reply.header("content-length") else {
        return Ok(rest.to_vec());
    };
    let length: usize = length.parse().context("content-length is no number")?;
    ensure!(
        rest.len() >= length,
        "the body ends after {} of {length} bytes",
        rest.len()
    );
    Ok(rest[..length].to_vec())
}

fn read_chunks(mut rest: &[u8]) -> Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let Some(end) = position(rest, b"\r\n") else {
            bail!("the body ends inside its chunks");
        };
        let size = std::str::from_utf8(&rest[..end]).context("chunk size is no text")?;
        let size = usize::from_str_radix(size.trim(), 16).context("chunk size is no number")?;
        if size == 0 {
            return Ok(body);
        }
        let data = rest
            .get(end + 2..end + 2 + size)
            .context("the body ends inside a chunk")?;
        body.extend_from_slice(data);
        rest = rest.get(end + 4 + size..).unwrap_or_default();
    }
}

fn position(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack
        .windows(needle.len())
        .position(|window| window == needle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_reply_by_length_and_by_chunks() {
        let plain = read_reply(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi").unwrap();
        assert_eq!((plain.status, plain.text().as_str()), (200, "hi"));
        let chunks = read_reply(
            b"HTTP/1.1 500 X\r\ntransfer-encoding: chunked\r\n\r\n1\r\nh\r\n1\r\ni\r\n0\r\n\r\n",
        );
        assert_eq!(chunks.unwrap().text(), "hi");
    }

    #[test]
    fn an_early_end_is_an_error() {
        for short in [
            &b"HTTP/1.1 200 OK\r\ncontent-le"[..],
            b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhi",
            b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nhi",
            b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n",
        ] {
            assert!(
                read_reply(short).is_err(),
                "{}",
                String::from_utf8_lossy(short)
            );
        }
    }
}
