//! The fetcher against sites on this machine that behave, and that do not.

use super::*;
use axum::Router;
use axum::body::Body;
use axum::extract::Request as Asked;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use bytes::Bytes;
use futures_util::stream;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

const TOKEN: &str = "hunter2";

fn manners() -> Manners {
    Manners {
        user_agent: "readonce-test/1".to_owned(),
        connect_timeout: Duration::from_secs(2),
        host_gap: Duration::ZERO,
        parallel_per_host: 8,
    }
}

fn fetcher() -> Fetcher {
    Fetcher::new(&manners()).unwrap()
}

fn request(url: &str) -> Request {
    Request {
        url: Url::parse(url).unwrap(),
        headers: HeaderMap::new(),
        timeout: Duration::from_secs(5),
        max_body_bytes: 1_000,
        allow_private: true,
    }
}

async fn fetch(url: &str) -> Result<Response, Fault> {
    fetcher().fetch(&request(url)).await
}

/// A site on a free port; it lives as long as the test.
async fn site(routes: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
    format!("http://{address}")
}

/// A site that answers every connection with these bytes and then closes it, or resets it.
async fn raw_site(answer: &'static [u8], resets: bool) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 4096]).await;
            stream.write_all(answer).await.unwrap();
            if resets {
                stream.set_zero_linger().unwrap();
            }
        }
    });
    format!("http://{address}")
}

fn redirect(to: String) -> impl IntoResponse {
    (StatusCode::FOUND, [(header::LOCATION, to)])
}

/// Endless chunks, without a promise of their length.
fn drip(chunk: &'static [u8], every: Duration) -> Body {
    let forever = stream::unfold((), move |()| async move {
        tokio::time::sleep(every).await;
        Some((Ok::<_, Infallible>(Bytes::from_static(chunk)), ()))
    });
    Body::from_stream(forever)
}

#[tokio::test]
async fn an_answer_comes_back_with_its_bytes_and_few_headers() {
    let cookie = (header::SET_COOKIE, "session=hunter2");
    let kind = (header::CONTENT_TYPE, "application/json");
    let route = get(move || async move { ([cookie, kind], "{\"jobs\":[]}") });
    let base = site(Router::new().route("/jobs", route)).await;
    let before = now_ms();
    let response = fetch(&format!("{base}/jobs")).await.unwrap();
    assert_eq!(
        (response.status, &response.body[..]),
        (200, &b"{\"jobs\":[]}"[..])
    );
    assert_eq!(response.content_type.as_deref(), Some("application/json"));
    assert_eq!(response.final_url, format!("{base}/jobs"));
    assert!(response.at_ms >= before);
    assert!(!format!("{response:?}").contains(TOKEN));
}

#[tokio::test]
async fn the_request_says_who_asks_and_takes_no_compressed_body() {
    let echo = get(|asked: Asked| async move { format!("{:?}", asked.headers()) });
    let base = site(Router::new().route("/", echo)).await;
    let body = String::from_utf8(fetch(&base).await.unwrap().body).unwrap();
    assert!(
        body.contains("\"user-agent\": \"readonce-test/1\""),
        "{body}"
    );
    assert!(body.contains("\"accept-encoding\": \"identity\""), "{body}");
    assert!(
        !body.contains("referer") && !body.contains("cookie"),
        "{body}"
    );
}

#[tokio::test]
async fn credentials_leave_no_trace_in_the_addresses() {
    let to = format!("/b?page=2&token={TOKEN}");
    let routes = Router::new()
        .route("/a", get(move || async move { redirect(to) }))
        .route("/b", get(|| async { "ok" }));
    let base = site(routes).await;
    let with_user = base.replace("http://", &format!("http://bob:{TOKEN}@"));
    let response = fetch(&format!("{with_user}/a?key={TOKEN}&q=1"))
        .await
        .unwrap();
    assert_eq!(response.url, format!("{base}/a?q=1"));
    assert_eq!(response.final_url, format!("{base}/b?page=2"));
}

#[tokio::test]
async fn hops_are_followed_in_order_and_written_down() {
    let routes = Router::new()
        .route(
            "/a",
            get(|| async { redirect("b?token=hunter2".to_owned()) }),
        )
        .route("/b", get(|| async { redirect("/c".to_owned()) }))
        .route("/c", get(|| async { "ok" }));
    let base = site(routes).await;
    let response = fetch(&format!("{base}/a")).await.unwrap();
    assert_eq!(response.redirects, [format!("{base}/b")]);
    assert_eq!(response.final_url, format!("{base}/c"));
}

#[tokio::test]
async fn headers_of_a_source_go_to_its_own_origin_only() {
    let echo = || get(|asked: Asked| async move { format!("{:?}", asked.headers()) });
    let other = site(Router::new().route("/", echo())).await;
    let routes = Router::new()
        .route("/near", get(|| async { redirect("/echo".to_owned()) }))
        .route("/far", get(move || async move { redirect(other) }))
        .route("/echo", echo());
    let base = site(routes).await;
    let seen = async |path: &str| {
        let mut request = request(&format!("{base}{path}"));
        request
            .headers
            .insert("authorization", TOKEN.parse().unwrap());
        let body = fetcher().fetch(&request).await.unwrap().body;
        String::from_utf8(body).unwrap().contains(TOKEN)
    };
    assert!(seen("/near").await);
    assert!(!seen("/far").await);
}

#[tokio::test]
async fn a_redirect_that_is_refused_ends_the_fetch() {
    let routes = Router::new()
        .route(
            "/file",
            get(|| async { redirect("file:///etc/passwd".to_owned()) }),
        )
        .route("/loop", get(|| async { redirect("/loop".to_owned()) }))
        .route("/none", get(|| async { StatusCode::FOUND }));
    let base = site(routes).await;
    let fault = fetch(&format!("{base}/file")).await.unwrap_err();
    assert_eq!(fault, Refused::Scheme("file".to_owned()).into());
    let fault = fetch(&format!("{base}/loop")).await.unwrap_err();
    assert_eq!(fault, Refused::TooManyRedirects.into());
    // Without an address it is an answer like any other, for the judge of statuses.
    assert_eq!(fetch(&format!("{base}/none")).await.unwrap().status, 302);
}

#[test]
fn a_public_site_cannot_send_a_fetch_into_the_private_network() {
    let from = Url::parse("https://boards.example.com/jobs").unwrap();
    for to in [
        "https://127.0.0.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://0x7f000001/",
        "https://localhost/",
        "https://boards.example.com:8443/",
        "http://boards.example.com/",
    ] {
        let to = Url::parse(to).unwrap();
        assert!(check_hop(&from, &to, 1, false).is_err(), "{to}");
    }
    let good = Url::parse("https://other.example.com/").unwrap();
    assert_eq!(check_hop(&from, &good, 5, false), Ok(()));
    assert!(check_hop(&from, &good, 6, false).is_err());
}

#[tokio::test]
async fn a_private_host_needs_the_catalogs_word_whether_named_or_numbered() {
    let base = site(Router::new().route("/", get(|| async { "ok" }))).await;
    for url in [base.clone(), base.replace("127.0.0.1", "localhost")] {
        let mut request = request(&url);
        request.allow_private = false;
        let fault = fetcher().fetch(&request).await.unwrap_err();
        assert_eq!(fault.class, ErrorClass::Config, "{fault}");
        assert!(fetch(&url).await.is_ok());
    }
}

#[tokio::test]
async fn a_name_that_resolves_to_a_private_address_is_refused_by_the_client_itself() {
    // This machine's own name stands for any name under somebody else's control.
    let client = client(&manners(), false).unwrap();
    let error = client.get("http://localhost/").send().await.unwrap_err();
    let fault = Fault::from_client(error);
    assert!(fault.words.contains("is not a public address"), "{fault}");
    assert_eq!(fault.class, ErrorClass::Config);
}

#[test]
fn the_address_that_was_connected_to_is_checked_too() {
    let peer = |text: &str| Some(text.parse().unwrap());
    assert!(check_peer(peer("10.0.0.1:443"), false).is_err());
    assert_eq!(check_peer(peer("10.0.0.1:443"), true), Ok(()));
    assert_eq!(check_peer(peer("8.8.8.8:443"), false), Ok(()));
}

#[tokio::test]
async fn a_body_may_be_as_large_as_allowed_and_no_larger() {
    let body = |bytes: usize| get(move || async move { vec![b'x'; bytes] });
    let routes = Router::new()
        .route("/fits", body(1_000))
        .route("/over", body(1_001))
        .route(
            "/endless",
            get(|| async { drip(&[b'x'; 300], Duration::ZERO) }),
        );
    let base = site(routes).await;
    let fits = fetch(&format!("{base}/fits")).await.unwrap();
    assert_eq!(fits.body.len(), 1_000);
    for path in ["/over", "/endless"] {
        let fault = fetch(&format!("{base}{path}")).await.unwrap_err();
        assert_eq!(fault.class, ErrorClass::TooLarge, "{path}");
        assert!(fault.words.contains("1000"), "{fault}");
    }
}

#[tokio::test]
async fn a_length_that_lies_is_no_answer() {
    let short = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"jobs\":";
    let fault = fetch(&raw_site(short, false).await).await.unwrap_err();
    assert_eq!(fault.class, ErrorClass::Unreachable);
    let cut = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"job";
    let fault = fetch(&raw_site(cut, false).await).await.unwrap_err();
    assert_eq!(fault.class, ErrorClass::Unreachable);
}

#[tokio::test]
async fn a_connection_that_breaks_is_told_from_one_that_never_was() {
    let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc";
    let fault = fetch(&raw_site(answer, true).await).await.unwrap_err();
    assert_eq!(fault.class, ErrorClass::Unreachable);
    assert!(fault.words.contains("broke"), "{fault}");
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nobody = format!("http://{}/?token={TOKEN}", listener.local_addr().unwrap());
    drop(listener);
    let fault = fetch(&nobody).await.unwrap_err();
    assert_eq!(fault.class, ErrorClass::Unreachable);
    assert!(fault.words.contains("refused"), "{fault}");
    assert!(!fault.words.contains(TOKEN), "{fault}");
}

#[tokio::test]
async fn what_is_not_http_is_a_fault_and_not_a_page() {
    let fault = fetch(&raw_site(b"SSH-2.0-OpenSSH_9\r\n", false).await)
        .await
        .unwrap_err();
    assert_eq!(fault.class, ErrorClass::Unreachable);
}

#[test]
fn a_name_that_does_not_resolve_is_worth_another_try_and_a_refused_address_is_not() {
    let unresolved = Fault::from(Refused::Unresolved("b.example.com".to_owned()));
    assert_eq!(unresolved.class, ErrorClass::Unreachable);
    assert!(unresolved.words.contains("b.example.com"));
    assert!(!Fault::from(Refused::Downgrade).class.is_transient());
}

#[tokio::test]
async fn a_slow_site_is_left_in_time_whether_it_begins_or_not() {
    let silent = get(|| async {
        tokio::time::sleep(Duration::from_secs(60)).await;
        "late"
    });
    let slow = get(|| async { drip(b"x", Duration::from_millis(100)) });
    let base = site(Router::new().route("/silent", silent).route("/slow", slow)).await;
    for path in ["/silent", "/slow"] {
        let mut request = request(&format!("{base}{path}"));
        request.timeout = Duration::from_millis(400);
        let fault = fetcher().fetch(&request).await.unwrap_err();
        assert_eq!(fault.class, ErrorClass::Timeout, "{path}: {fault}");
    }
}

#[tokio::test]
async fn a_body_in_an_encoding_that_was_not_asked_for_is_unreadable() {
    let gzip = (header::CONTENT_ENCODING, "gzip");
    let route = get(move || async move { ([gzip], vec![0x1f, 0x8b]) });
    let base = site(Router::new().route("/", route)).await;
    let fault = fetch(&base).await.unwrap_err();
    assert_eq!(fault.class, ErrorClass::Unreadable);
    assert!(fault.words.contains("gzip"), "{fault}");
}

#[tokio::test]
async fn an_error_page_is_a_status_without_a_body() {
    let down = get(|| async { (StatusCode::SERVICE_UNAVAILABLE, "<h1>down</h1>") });
    let base = site(Router::new().route("/", down)).await;
    let response = fetch(&base).await.unwrap();
    assert_eq!((response.status, response.body.len()), (503, 0));
}

#[tokio::test]
async fn a_host_that_says_when_to_come_back_is_not_asked_before() {
    // Case of a public report: 429 was retried at once although the answer said when.
    let date = http_date(now_ms() + 90_000);
    for (wanted, at_most_ms) in [("7".to_owned(), 7_000), (date, 90_000)] {
        let asked = Arc::new(AtomicUsize::new(0));
        let count = asked.clone();
        let limited = get(move || async move {
            count.fetch_add(1, Ordering::Relaxed);
            (
                StatusCode::TOO_MANY_REQUESTS,
                [(header::RETRY_AFTER, wanted)],
            )
        });
        let base = site(Router::new().route("/", limited)).await;
        let fetcher = fetcher();
        let response = fetcher.fetch(&request(&base)).await.unwrap();
        let wait_ms = response.retry_after_ms.unwrap();
        assert!(
            (at_most_ms - 5_000..=at_most_ms).contains(&wait_ms),
            "{wait_ms}"
        );
        let until_ms = fetcher.closed_until(&base, response.at_ms);
        assert_eq!(until_ms, Some(response.at_ms + wait_ms));
        let soon = Duration::from_millis(200);
        assert!(
            tokio::time::timeout(soon, fetcher.fetch(&request(&base)))
                .await
                .is_err()
        );
        assert_eq!(asked.load(Ordering::Relaxed), 1);
    }
}

#[tokio::test]
async fn a_wait_that_makes_no_sense_is_left_to_the_backoff() {
    for wanted in ["-5", "soon", ""] {
        let limited =
            get(move || async move { (StatusCode::TOO_MANY_REQUESTS, [("retry-after", wanted)]) });
        let base = site(Router::new().route("/", limited)).await;
        let fetcher = fetcher();
        for _ in 0..2 {
            let response = fetcher.fetch(&request(&base)).await.unwrap();
            assert_eq!((response.status, response.retry_after_ms), (429, None));
        }
    }
}

/// The date form of HTTP.
fn http_date(at_ms: i64) -> String {
    let at = jiff::Timestamp::from_millisecond(at_ms).unwrap();
    at.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
}
