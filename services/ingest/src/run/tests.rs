//! Whole runs against sites and folders of this machine, with the evidence kept in memory.

use super::*;
use axum::Router;
use axum::extract::Query;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use readonce_core::fetch::source::parse_source;
use readonce_core::parse::rules::parse_parser;
use readonce_model::ErrorClass;
use readonce_model::record::{AttemptOutcome, RawKind, RawRecord};
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use crate::http::Manners;

/// Keeps what it is given, and takes no record whose body is larger than this.
#[derive(Clone, Default)]
struct Tape {
    records: Arc<Mutex<Vec<RawRecord>>>,
    most_bytes: Option<usize>,
}

impl Recorder for Tape {
    async fn record(&self, record: &RawRecord) -> Result<(), Stop> {
        let bytes = record.body.as_ref().map_or(0, Vec::len);
        if self.most_bytes.is_some_and(|most| bytes > most) {
            return Err(Fault::new(ErrorClass::TooLarge, "its record is too large").into());
        }
        self.records.lock().unwrap().push(record.clone());
        Ok(())
    }
}

struct Made {
    ended: Ended,
    records: Vec<RawRecord>,
}

impl Made {
    fn pages(&self) -> Vec<&RawRecord> {
        self.records
            .iter()
            .filter(|r| r.kind == RawKind::Page)
            .collect()
    }

    fn last(&self) -> &RawRecord {
        self.records.last().unwrap()
    }

    fn class(&self) -> ErrorClass {
        self.ended.failure().unwrap().class
    }
}

fn tools(tape: &Tape) -> Tools<Tape> {
    let manners = Manners {
        user_agent: "readonce-test/1".to_owned(),
        connect_timeout: Duration::from_secs(2),
        host_gap: Duration::ZERO,
        parallel_per_host: 8,
    };
    Tools {
        recorder: tape.clone(),
        fetcher: Fetcher::new(&manners).unwrap(),
    }
}

fn run(document: &str, tape: &Tape) -> (Run<Tape>, watch::Sender<Option<Cut>>) {
    let (cutter, cut) = watch::channel(None);
    let run = Run {
        tools: tools(tape),
        source: "board".to_owned(),
        spec: Arc::new(parse_source("board", document).unwrap()),
        parser: None,
        lease: Lease {
            owner: "ingest-1".to_owned(),
            run_id: "board/7-1".to_owned(),
            attempt: 1,
            length_ms: 60_000,
            due_at_ms: 5,
        },
        cut,
    };
    (run, cutter)
}

async fn make_with(document: &str, tape: Tape) -> Made {
    let (run, _cutter) = run(document, &tape);
    let ended = run.perform().await.unwrap();
    let records = tape.records.lock().unwrap().clone();
    Made { ended, records }
}

async fn make(document: &str) -> Made {
    make_with(document, Tape::default()).await
}

async fn site(routes: Router) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
    format!("http://{address}")
}

/// A board in Lever's shape that answers from `answer`, given the value of `skip`.
async fn board(answer: impl Fn(usize) -> Response + Clone + Send + Sync + 'static) -> String {
    let route = get(
        move |Query(query): Query<HashMap<String, String>>| async move {
            answer(
                query
                    .get("skip")
                    .and_then(|skip| skip.parse().ok())
                    .unwrap_or(0),
            )
        },
    );
    let base = site(Router::new().route("/jobs", route)).await;
    format!(
        "{{strategy: listing, url: '{base}/jobs', format: lever, allow-private-addresses: true, \
         timeout-s: 5, delist-after-runs: 3, \
         paging: {{offset: {{param: skip, limit-param: limit, limit: 2, max-pages: 9}}}}}}"
    )
}

fn postings(ids: &[&str]) -> Response {
    let all: Vec<_> = ids.iter().map(|id| posting(id)).collect();
    (
        [("content-type", "application/json")],
        format!("[{}]", all.join(",")),
    )
        .into_response()
}

fn posting(id: &str) -> String {
    format!(
        "{{\"id\": \"{id}\", \"text\": \"Nurse {id}\", \
         \"descriptionPlain\": \"Care for people at night and by day.\", \
         \"hostedUrl\": \"https://jobs.example.com/{id}\"}}"
    )
}

#[tokio::test]
async fn a_list_is_read_to_its_end_and_written_down_in_order() {
    let document = board(|skip| match skip {
        0 => postings(&["a", "b"]),
        2 => postings(&["c"]),
        _ => postings(&[]),
    })
    .await;
    let made = make(&document).await;
    let kinds: Vec<_> = made
        .records
        .iter()
        .map(|r| (r.kind.as_str(), r.seq))
        .collect();
    let expected = [
        ("run_started", 0),
        ("page", 1),
        ("page", 2),
        ("page", 3),
        ("run_finished", 4),
    ];
    assert_eq!(kinds, expected);
    assert!(made.records.is_sorted_by_key(|record| record.at_ms));
    let whole = made
        .records
        .iter()
        .all(|r| r.run_id == "board/7-1" && r.scope == "board");
    assert!(whole, "{:?}", made.records);
    assert_eq!(
        (made.last().complete, made.last().pages),
        (Some(true), Some(3))
    );
    assert_eq!(made.last().delist_after_runs, Some(3));
    assert_eq!((made.ended.items, made.ended.pages), (3, 3));
    let attempt = made.ended.attempt();
    assert_eq!(
        (attempt.outcome, attempt.error),
        (AttemptOutcome::Succeeded, None)
    );
}

#[tokio::test]
async fn a_page_is_evidence_with_checksum_status_and_address() {
    let document = board(|_| postings(&["a"]))
        .await
        .replace("paging", "# paging");
    let document = format!("{}}}", document.split(", # paging").next().unwrap());
    let made = make(&document).await;
    let page = made.pages()[0];
    let body = page.body.clone().unwrap();
    let body = match page.body_encoding.as_deref() {
        Some("zstd") => zstd::decode_all(&body[..]).unwrap(),
        _ => body,
    };
    assert_eq!(body, format!("[{}]", posting("a")).into_bytes());
    assert_eq!(page.body_bytes, Some(body.len() as i64));
    assert_eq!(page.body_sha256.as_ref().unwrap().len(), 64);
    assert_eq!(page.http_status, Some(200));
    assert_eq!(page.content_type.as_deref(), Some("application/json"));
    assert_eq!(page.format.as_deref(), Some("lever"));
    assert!(page.url.as_ref().unwrap().ends_with("/jobs"));
}

#[tokio::test]
async fn a_board_that_begins_again_is_incomplete_and_removes_nothing() {
    // Case of a public report: past the server's cap the first page came back for ever.
    let document = board(|skip| match skip {
        0 => postings(&["JR1", "JR2"]),
        2 => postings(&["JR3", "JR4"]),
        _ => postings(&["JR1", "JR2"]),
    })
    .await;
    let made = make(&document).await;
    assert_eq!(made.pages().len(), 3);
    assert_eq!(made.last().complete, Some(false));
    assert!(made.last().reason.as_ref().unwrap().contains("repeats"));
    assert_eq!(made.class(), ErrorClass::Invalid);
}

#[tokio::test]
async fn an_error_in_the_middle_keeps_what_came_and_says_which_page_is_missing() {
    let document = board(|skip| match skip {
        0 => postings(&["a", "b"]),
        _ => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    })
    .await;
    let made = make(&document).await;
    assert_eq!(made.pages().len(), 1);
    assert_eq!(made.last().complete, Some(false));
    let reason = made.last().reason.as_ref().unwrap();
    assert!(
        reason.contains("page 2") && reason.contains("503"),
        "{reason}"
    );
    assert_eq!((made.class(), made.ended.items), (ErrorClass::Http5xx, 2));
    assert_eq!(made.ended.attempt().http_status, Some(503));
}

#[tokio::test]
async fn error_pages_and_empty_bodies_are_no_evidence_of_a_source_without_items() {
    // Case of a public report: 200, 503, 200 with an empty body, 200.
    type Answer = fn(usize) -> Response;
    let answers: [(Answer, usize, bool); 4] = [
        (|_| postings(&[]), 1, true),
        (
            |_| (StatusCode::SERVICE_UNAVAILABLE, "<h1>down</h1>").into_response(),
            0,
            false,
        ),
        (|_| "".into_response(), 0, false),
        (|_| StatusCode::NOT_MODIFIED.into_response(), 0, false),
    ];
    for (answer, pages, complete) in answers {
        let made = make(&board(answer).await).await;
        assert_eq!(made.pages().len(), pages);
        assert_eq!(made.last().complete, Some(complete));
    }
}

#[tokio::test]
async fn not_modified_is_a_success_that_saw_nothing() {
    let made = make(&board(|_| StatusCode::NOT_MODIFIED.into_response()).await).await;
    assert_eq!(made.ended.outcome, Outcome::Unchanged);
    assert_eq!(made.ended.attempt().outcome, AttemptOutcome::Succeeded);
    assert_eq!(made.ended.items, 0);
}

#[tokio::test]
async fn what_cannot_be_read_is_kept_as_evidence_and_makes_the_run_incomplete() {
    let made = make(&board(|_| "<html>are you human?</html>".into_response()).await).await;
    assert_eq!(made.pages().len(), 1);
    assert_eq!(made.last().complete, Some(false));
    assert_eq!(made.class(), ErrorClass::Unreadable);
}

#[tokio::test]
async fn a_retry_after_reaches_the_task() {
    let limited = |_| (StatusCode::TOO_MANY_REQUESTS, [("retry-after", "7")]).into_response();
    let made = make(&board(limited).await).await;
    let failure = made.ended.failure().unwrap();
    assert_eq!(failure.class, ErrorClass::RateLimited);
    assert_eq!(failure.retry_after_ms, Some(7_000));
    // It was kept before and did not help.
    let mut again = made.ended;
    again.lease.attempt = 3;
    assert!(again.failure().unwrap().retry_after_ms.unwrap() > 100_000);
}

#[tokio::test]
async fn a_body_or_a_record_that_is_too_large_is_named_and_never_lost_in_silence() {
    // Case of a public report: messages above the limit vanished.
    let document = board(|_| postings(&["a", "b"])).await;
    let small = document.replace("timeout-s: 5", "timeout-s: 5, max-body-bytes: 100");
    let tape = Tape {
        most_bytes: Some(10),
        ..Tape::default()
    };
    for made in [make(&small).await, make_with(&document, tape).await] {
        assert_eq!(made.pages().len(), 0);
        assert_eq!(made.class(), ErrorClass::TooLarge);
        assert_eq!(made.last().complete, Some(false));
        assert!(made.last().reason.as_ref().unwrap().contains("page 1"));
    }
}

#[tokio::test]
async fn a_missing_secret_is_a_fault_of_the_configuration_and_no_request_goes_out() {
    let document = "{strategy: listing, url: 'http://127.0.0.1:1/', allow-private-addresses: true, \
                    headers: {authorization: 'Bearer ${NO_SUCH_VARIABLE_HERE}'}}";
    let made = make(document).await;
    assert_eq!(made.class(), ErrorClass::Config);
    assert!(
        made.last()
            .reason
            .as_ref()
            .unwrap()
            .contains("NO_SUCH_VARIABLE_HERE")
    );
}

#[tokio::test]
async fn a_run_that_is_cut_ends_at_once_and_says_why() {
    let slow = get(|| async {
        tokio::time::sleep(Duration::from_secs(60)).await;
        "late"
    });
    let base = site(Router::new().route("/jobs", slow)).await;
    let document =
        format!("{{strategy: listing, url: '{base}/jobs', allow-private-addresses: true}}");
    for (why, markers) in [(Cut::LetGo, 2), (Cut::Withdrawn, 2), (Cut::LeaseLost, 1)] {
        let tape = Tape::default();
        let (run, cutter) = run(&document, &tape);
        let making = tokio::spawn(run.perform());
        cutter.send_replace(Some(why));
        let ended = tokio::time::timeout(Duration::from_secs(5), making).await;
        let ended = ended.unwrap().unwrap().unwrap();
        assert_eq!(ended.outcome, Outcome::Cut(why));
        let records = tape.records.lock().unwrap();
        assert_eq!(records.len(), markers, "{why:?}");
        assert_ne!(records.last().unwrap().complete, Some(true));
    }
}

#[tokio::test]
async fn a_run_whose_instance_went_away_is_ended_as_incomplete() {
    let tape = Tape::default();
    let spec = parse_source("board", "{strategy: files, paths: [a]}").unwrap();
    let named = Named {
        source: "board",
        spec: &spec,
        run_id: "board/7-1",
        due_at_ms: 5,
    };
    close_abandoned(&tape, &named, 9).await.unwrap();
    let records = tape.records.lock().unwrap();
    let marker = &records[0];
    assert_eq!(
        (marker.kind, marker.complete),
        (RawKind::RunFinished, Some(false))
    );
    assert_eq!(marker.run_id, "board/7-1");
    assert!(marker.reason.is_some());
}

#[tokio::test]
async fn times_of_a_run_never_go_back_with_the_clock() {
    let tape = Tape::default();
    let spec = parse_source("board", "{strategy: files, paths: [a]}").unwrap();
    let named = Named {
        source: "board",
        spec: &spec,
        run_id: "board/7-1",
        due_at_ms: 5,
    };
    let mut evidence = Evidence::begin(tape.clone(), &named, 100).await.unwrap();
    for at_ms in [50, 120, 110] {
        let origin = evidence::Origin {
            at_ms,
            ..evidence::Origin::default()
        };
        let recorded = evidence.page(origin, page::seal(b"{}".to_vec())).await;
        assert!(recorded.is_ok());
    }
    evidence.finish(&Outcome::Whole, 30).await.unwrap();
    let records = tape.records.lock().unwrap();
    let times: Vec<_> = records.iter().map(|record| record.at_ms).collect();
    assert_eq!(times, [100, 100, 120, 120, 120]);
}

fn saved(files: &[(&str, &str)]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    for (name, body) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, body).unwrap();
    }
    let path = folder.path().display().to_string();
    let document = format!("{{strategy: files, paths: ['{path}'], max-body-bytes: 2000}}");
    (folder, document)
}

/// HTML pages of one item each, by a parser document.
const PAGES: &str = "{format: list, kind: article, items: article, \
    fields: {id: {attr: data-id}, title: {select: h1}, body: {select: p}}}";

#[tokio::test]
async fn pages_of_one_item_each_are_one_complete_run_by_a_parser_document() {
    let page = |id: &str| {
        format!(
            "<html><body><article data-id='{id}'><h1>Notice {id}</h1><p>Text.</p></article></body></html>"
        )
    };
    let (_folder, document) = saved(&[
        ("a.html", &page("1")),
        ("b/b.htm", &page("2")),
        ("b/c.xhtml", &page("3")),
    ]);
    let document = document.replace("max-body-bytes", "parser: notices@2, max-body-bytes");
    let tape = Tape::default();
    let (mut run, _cutter) = run(&document, &tape);
    run.parser = Some(Arc::new(parse_parser("notices@2", PAGES).unwrap()));
    let ended = run.perform().await.unwrap();
    assert_eq!(
        (ended.outcome, ended.items, ended.pages),
        (Outcome::Whole, 3, 3)
    );
    let records = tape.records.lock().unwrap();
    assert!(
        records
            .iter()
            .all(|record| record.parser.as_deref() == Some("notices@2"))
    );
    let end = records.last().unwrap();
    assert_eq!((end.pages, end.complete), (Some(3), Some(true)));
}

#[tokio::test]
async fn files_of_any_format_go_through_as_pages() {
    // What a reader makes of them is its own business: evidence is kept before it is read.
    let files = [
        (
            "a.rss",
            "<rss version='2.0'><channel></channel></rss>",
            "application/rss+xml",
        ),
        (
            "b.ndjson",
            "{\"id\": 1}\n{\"id\": 2}\n",
            "application/x-ndjson",
        ),
        ("c.warc", "WARC/1.0\r\n\r\n", "application/warc"),
        ("d.html", "<html><body>page</body></html>", "text/html"),
        ("e.jsonl", "{\"id\": 3}\n", "application/x-ndjson"),
    ];
    let (_folder, document) = saved(&files.map(|(name, body, _)| (name, body)));
    let made = make(&document).await;
    let kinds: Vec<_> = made
        .pages()
        .iter()
        .map(|page| page.content_type.clone())
        .collect();
    let expected = files.map(|(_, _, kind)| Some(kind.to_owned()));
    assert_eq!(kinds, expected);
}

#[tokio::test]
async fn files_are_pages_in_the_order_of_their_paths() {
    let list = |id: &str| format!("[{}]", posting(id));
    let (folder, document) = saved(&[("b/2.json", &list("2")), ("1.json", &list("1"))]);
    let made = make(&document).await;
    let urls: Vec<_> = made
        .pages()
        .iter()
        .map(|page| page.url.clone().unwrap())
        .collect();
    let root = folder.path().display();
    assert_eq!(
        urls,
        [
            format!("file:{root}/1.json"),
            format!("file:{root}/b/2.json")
        ]
    );
    assert_eq!(made.last().complete, Some(true));
    assert_eq!((made.ended.items, made.ended.http_status), (2, None));
    assert_eq!(made.pages()[0].strategy, "files");
}

#[tokio::test]
async fn a_bad_file_stops_no_other_and_is_named() {
    let good = format!("[{}]", posting("1"));
    let long = format!("[{}]", "1,".repeat(2_000));
    let (folder, document) = saved(&[
        ("a-empty.json", ""),
        ("b-long.json", &long),
        ("c-noise.json", "this is no list"),
        ("d-good.json", &good),
    ]);
    std::os::unix::fs::symlink("nowhere", folder.path().join("e-gone.json")).unwrap();
    let made = make(&document).await;
    assert_eq!(made.ended.items, 1);
    // The unreadable one is kept: a later parser may read it.
    assert_eq!(made.pages().len(), 2);
    let reason = made.last().reason.clone().unwrap();
    for name in ["a-empty", "b-long", "c-noise", "e-gone"] {
        assert!(reason.contains(name), "{reason}");
    }
    assert!(!reason.contains("d-good"), "{reason}");
    assert_eq!(made.last().complete, Some(false));
}

#[tokio::test]
async fn a_folder_without_files_or_a_path_that_is_gone_delists_nothing() {
    let (_folder, empty) = saved(&[]);
    let gone = "{strategy: files, paths: ['no/such/folder']}";
    for document in [empty.as_str(), gone] {
        let made = make(document).await;
        assert_eq!(made.last().complete, Some(false));
        assert_eq!(made.class(), ErrorClass::Unreadable);
    }
}
