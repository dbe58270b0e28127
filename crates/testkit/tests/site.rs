//! The site serves the day's boards, notes who asked, and breaks as told.

use std::sync::Arc;
use std::time::Duration;

use readonce_testkit::RetryAfter;
use readonce_testkit::http::{Reply, get};
use readonce_testkit::site::{Fault, Site, serve};
use readonce_testkit::wait;
use readonce_testkit::world::{Board, Shape, Spec, Window, World};
use tokio::time::timeout;

const SOON: Duration = Duration::from_secs(5);

async fn start() -> (Site, Vec<Board>) {
    let world = World::build(&Spec::default()).unwrap();
    let boards = world.boards().to_vec();
    (serve(Arc::new(world), None).await.unwrap(), boards)
}

async fn fetch(site: &Site, board: &Board) -> anyhow::Result<Reply> {
    get(&site.url(board), &[]).await
}

#[tokio::test]
async fn serves_every_board_of_the_day() {
    let (site, boards) = start().await;
    for day in [1, 3, 2] {
        site.set_day(day).unwrap();
        for board in &boards {
            let reply = fetch(&site, board).await.unwrap();
            assert_eq!(
                (reply.status, reply.text()),
                (200, site.world().render(board, day, Window::default()))
            );
            assert_eq!(
                reply.header("content-type"),
                Some("application/json; charset=utf-8")
            );
        }
    }
    assert!(site.set_day(4).is_err() && site.set_day(0).is_err());
    let log = site.log();
    assert_eq!(log.len(), 15);
    assert!(
        log.iter()
            .all(|served| served.status == Some(200) && served.fault.is_none())
    );
    assert_eq!(
        (log[14].day, log[14].path_and_query.as_str()),
        (2, boards[4].path().as_str())
    );
    site.stop().await.unwrap();
}

#[tokio::test]
async fn unknown_addresses_are_not_found() {
    let (site, _) = start().await;
    for path in [
        "/",
        "/greenhouse/nobody/jobs?content=true",
        "/lever/harborline?mode=json",
    ] {
        let reply = get(&format!("{}{path}", site.base_url()), &[])
            .await
            .unwrap();
        assert_eq!(reply.status, 404, "{path}");
    }
}

#[tokio::test]
async fn an_entity_tag_saves_the_body_until_the_day_turns() {
    let (site, boards) = start().await;
    let first = fetch(&site, &boards[0]).await.unwrap();
    let tag = first.header("etag").unwrap().to_owned();
    let url = site.url(&boards[0]);
    let again = get(&url, &[("if-none-match", &tag)]).await.unwrap();
    assert_eq!((again.status, again.body.len()), (304, 0));
    site.set_day(2).unwrap();
    let turned = get(&url, &[("if-none-match", &tag)]).await.unwrap();
    assert_eq!(turned.status, 200);
    assert_eq!(
        site.log()
            .iter()
            .map(|served| served.conditional)
            .collect::<Vec<_>>(),
        [false, true, true]
    );
}

#[tokio::test]
async fn lever_pages_by_skip_and_limit() {
    let (site, boards) = start().await;
    let board = boards
        .iter()
        .find(|board| board.shape == Shape::Lever)
        .unwrap();
    let whole = fetch(&site, board).await.unwrap().json().unwrap();
    let whole = whole.as_array().unwrap();
    let mut pages = Vec::new();
    for skip in (0..whole.len()).step_by(2) {
        let url = format!("{}&skip={skip}&limit=2", site.url(board));
        let page = get(&url, &[]).await.unwrap().json().unwrap();
        pages.extend(page.as_array().unwrap().clone());
    }
    assert_eq!(&pages, whole);
    let bad = get(&format!("{}&skip=x", site.url(board)), &[])
        .await
        .unwrap();
    assert_eq!(bad.status, 404);
}

#[tokio::test]
async fn forms_without_their_query_are_those_of_the_real_boards() {
    let (site, boards) = start().await;
    let bare = |board: &Board| get_without_query(site.url(board));
    let greenhouse = bare(&boards[0]).await.json().unwrap();
    let job = greenhouse["jobs"][0].as_object().unwrap();
    assert!(job.contains_key("title") && !job.contains_key("content"));
    let lever = bare(&boards[1]).await;
    assert_eq!(
        lever.header("content-type"),
        Some("text/html; charset=utf-8")
    );
}

async fn get_without_query(url: String) -> Reply {
    get(url.split('?').next().unwrap(), &[]).await.unwrap()
}

#[tokio::test]
async fn a_status_comes_as_often_as_told_and_says_when_to_retry() {
    let (site, boards) = start().await;
    let status = |code, retry_after| Fault::Status { code, retry_after };
    site.inject(
        "/greenhouse/",
        status(429, Some(RetryAfter::Seconds(7))),
        Some(1),
    );
    site.inject(
        "/greenhouse/",
        status(503, Some(RetryAfter::Date(60))),
        Some(1),
    );
    site.inject("/greenhouse/", status(500, None), Some(1));
    let limited = fetch(&site, &boards[0]).await.unwrap();
    assert_eq!(
        (limited.status, limited.header("retry-after")),
        (429, Some("7"))
    );
    let unavailable = fetch(&site, &boards[3]).await.unwrap();
    assert_eq!(unavailable.status, 503);
    assert!(unavailable.header("retry-after").unwrap().ends_with(" GMT"));
    let failed = fetch(&site, &boards[0]).await.unwrap();
    assert_eq!((failed.status, failed.header("retry-after")), (500, None));
    assert_eq!(fetch(&site, &boards[0]).await.unwrap().status, 200);
    assert_eq!(fetch(&site, &boards[1]).await.unwrap().status, 200);
    assert_eq!(
        site.log()[0].fault,
        Some(status(429, Some(RetryAfter::Seconds(7))))
    );
}

#[tokio::test]
async fn bodies_are_cut_emptied_or_replaced() {
    let (site, boards) = start().await;
    let board = &boards[2];
    let whole = fetch(&site, board).await.unwrap();
    for fault in [
        Fault::CutBody,
        Fault::EmptyBody,
        Fault::EmptyList,
        Fault::Html,
    ] {
        site.inject(&board.path(), fault, Some(1));
    }
    let cut = fetch(&site, board).await.unwrap();
    assert_eq!((cut.status, cut.body.len()), (200, whole.body.len() / 2));
    assert!(cut.json().is_err());
    assert!(fetch(&site, board).await.unwrap().body.is_empty());
    let empty = fetch(&site, board).await.unwrap().json().unwrap();
    assert_eq!(empty["jobs"], serde_json::json!([]));
    let page = fetch(&site, board).await.unwrap();
    assert_eq!(
        (page.status, page.header("content-type")),
        (200, Some("text/html; charset=utf-8"))
    );
    assert_eq!(fetch(&site, board).await.unwrap().body, whole.body);
}

#[tokio::test]
async fn a_short_body_and_a_reset_are_errors_to_the_client() {
    let (site, boards) = start().await;
    site.inject("/", Fault::ShortBody, Some(1));
    site.inject("/", Fault::Reset, Some(1));
    let short = fetch(&site, &boards[0]).await.unwrap_err();
    assert!(
        format!("{short:#}").contains("the body ends after"),
        "{short:#}"
    );
    let reset = fetch(&site, &boards[0]).await.unwrap_err();
    assert!(format!("{reset:#}").contains("reset"), "{reset:#}");
    assert_eq!(site.log()[1].status, None);
    assert_eq!(fetch(&site, &boards[0]).await.unwrap().status, 200);
}

#[tokio::test]
async fn a_hang_lasts_until_the_client_gives_up_or_the_site_ends() {
    let (site, boards) = start().await;
    site.inject("/ashby/", Fault::Hang, None);
    let hang = || {
        let url = site.url(&boards[2]);
        tokio::spawn(async move { get(&url, &[]).await })
    };
    let arrived = async |count| {
        let so_many = || async { site.log().len() == count };
        wait::until(SOON, "the request", so_many).await.unwrap();
    };
    let impatient = hang();
    arrived(1).await;
    impatient.abort();
    let waiting = hang();
    arrived(2).await;
    assert!(!waiting.is_finished());
    assert_eq!(fetch(&site, &boards[0]).await.unwrap().status, 200);
    let ended = timeout(SOON, site.stop()).await;
    ended
        .expect("a hanging request must not hold up the end")
        .unwrap();
    assert!(waiting.await.unwrap().is_err());
}

#[tokio::test]
async fn faults_can_be_taken_away() {
    let (site, boards) = start().await;
    site.inject("/", Fault::Html, None);
    assert!(fetch(&site, &boards[0]).await.unwrap().json().is_err());
    site.clear_faults();
    assert!(fetch(&site, &boards[0]).await.unwrap().json().is_ok());
}

#[tokio::test]
async fn the_port_is_free_after_the_end() {
    let (site, _) = start().await;
    let addr = site.addr();
    site.stop().await.unwrap();
    let world = Arc::new(World::build(&Spec::default()).unwrap());
    let again = serve(world, Some(addr)).await.unwrap();
    assert_eq!(again.addr(), addr);
}
