//! Raw records as ingest writes them.

use readonce_model::record::{RawKind, RawRecord};
use readonce_testkit::world::{Board, World};

use super::raw::RawRun;

/// One partition of `raw.pages`: the offset is the position.
#[derive(Clone, Debug, Default)]
pub struct RawLog {
    pub records: Vec<RawRecord>,
}

impl RawLog {
    /// One complete run over every board, as it is on a day.
    pub fn append_day(&mut self, world: &World, day: u32) {
        for board in world.boards() {
            self.append_run(
                board,
                day,
                Some(world.render(board, day, Default::default())),
                true,
            );
        }
    }

    /// A run with one page, or with none that could be fetched.
    pub fn append_run(&mut self, board: &Board, day: u32, body: Option<String>, complete: bool) {
        self.append_pages(board, day, body.into_iter().collect(), complete);
    }

    /// A run with these pages.
    pub fn append_pages(&mut self, board: &Board, day: u32, bodies: Vec<String>, complete: bool) {
        let mut seq = 0;
        self.records
            .push(mark(board, day, RawKind::RunStarted, seq));
        for body in bodies {
            seq += 1;
            self.records.push(board_page(board, day, seq, body));
        }
        let mut end = mark(board, day, RawKind::RunFinished, seq + 1);
        end.complete = Some(complete);
        end.pages = Some(seq);
        end.reason = (!complete).then(|| "503 from the board".to_owned());
        end.delist_after_runs = Some(2);
        self.records.push(end);
    }
}

/// A page of a board.
pub fn board_page(board: &Board, day: u32, seq: i32, body: String) -> RawRecord {
    let mut page = mark(board, day, RawKind::Page, seq);
    page.http_status = Some(200);
    page.content_type = Some("application/json".to_owned());
    page.body_bytes = Some(body.len() as i64);
    page.body = Some(body.into_bytes());
    page.body_encoding = Some("identity".to_owned());
    page
}

/// A record of a run without a body.
pub fn mark(board: &Board, day: u32, kind: RawKind, seq: i32) -> RawRecord {
    let run = RawRun {
        source: &board.source,
        run_id: format!("{}/{day}", board.source),
        at_ms: 1_788_000_000_000 + 86_400_000 * i64::from(day),
        site_tz: None,
    };
    RawRecord {
        format: Some(board.shape.as_str().to_owned()),
        ..run.mark(kind, seq)
    }
}
