//! Against a store in memory that refuses what it is told to refuse.

use std::sync::Mutex;
use std::time::Duration;

use super::*;

/// Takes every line but those with `bad` in them; fails whole when told to.
#[derive(Default)]
struct Memory {
    taken: Mutex<Vec<(String, String)>>,
    inserts: Mutex<usize>,
    /// The table whose inserts get no answer.
    away: Option<&'static str>,
}

impl Target for Memory {
    async fn insert(&self, table: &str, lines: Bytes) -> Result<(), Fault> {
        *self.inserts.lock().unwrap() += 1;
        if self.away == Some(table) {
            return Err(Fault::timeout(Duration::from_secs(1)));
        }
        let text = String::from_utf8(lines.to_vec()).unwrap();
        if text.contains("bad") {
            let (remedy, code) = (Remedy::SetRowAside, Some(469));
            let text = "Code: 469. violated".to_owned();
            return Err(Fault { remedy, code, text });
        }
        let mut taken = self.taken.lock().unwrap();
        taken.extend(text.lines().map(|line| (table.to_owned(), line.to_owned())));
        Ok(())
    }
}

fn line(record: usize, table: Table, json: &str) -> Line {
    let json = json.as_bytes().to_vec();
    Line {
        record,
        row: Row { table, json },
    }
}

fn items(texts: &[&str]) -> Vec<Line> {
    let lines = texts.iter().enumerate();
    lines
        .map(|(record, text)| line(record, Table::Items, text))
        .collect()
}

fn taken(store: &Memory) -> Vec<String> {
    let taken = store.taken.lock().unwrap();
    let mut lines: Vec<_> = taken.iter().map(|(_, line)| line.clone()).collect();
    lines.sort();
    lines
}

#[tokio::test]
async fn one_table_is_one_insert() {
    let store = Memory::default();
    let written = write(&store, items(&["a", "b", "c"]), 1_000).await;
    assert_eq!(written, Written::default());
    assert_eq!(
        (taken(&store), *store.inserts.lock().unwrap()),
        (vec!["a".into(), "b".into(), "c".into()], 1)
    );
}

#[tokio::test]
async fn a_large_batch_is_cut_by_bytes_and_nothing_is_lost() {
    let store = Memory::default();
    write(
        &store,
        items(&["aaaa", "bbbb", "cccc", "dddd", "much longer than a part"]),
        10,
    )
    .await;
    assert_eq!(taken(&store).len(), 5);
    assert_eq!(*store.inserts.lock().unwrap(), 3);
}

#[tokio::test]
async fn refused_rows_are_found_and_all_others_written() {
    for bad in [
        vec![0],
        vec![6],
        vec![2, 3],
        vec![0, 3, 6],
        (0..7).collect(),
    ] {
        let store = Memory::default();
        let texts: Vec<_> = (0..7)
            .map(|at| {
                if bad.contains(&at) {
                    format!("bad {at}")
                } else {
                    format!("good {at}")
                }
            })
            .collect();
        let texts: Vec<_> = texts.iter().map(String::as_str).collect();
        let written = write(&store, items(&texts), 1_000).await;
        assert_eq!(written.refused.keys().copied().collect::<Vec<_>>(), bad);
        assert_eq!(taken(&store).len(), 7 - bad.len());
        assert_eq!(written.stopped, None);
    }
}

#[tokio::test]
async fn a_refusal_names_its_table() {
    let written = write(&Memory::default(), items(&["bad"]), 1_000).await;
    assert_eq!(written.refused[&0].text, "table items: Code: 469. violated");
}

#[tokio::test]
async fn a_store_that_is_away_stops_at_the_first_record_that_it_concerns() {
    let store = Memory {
        away: Some("item_events"),
        ..Memory::default()
    };
    let lines = vec![
        line(0, Table::Items, "a"),
        line(1, Table::Items, "b"),
        line(1, Table::ItemEvents, "b"),
        line(2, Table::Items, "c"),
    ];
    let written = write(&store, lines, 1_000).await;
    let (first, fault) = written.stopped.unwrap();
    assert_eq!((first, fault.remedy), (1, Remedy::Retry));
    assert_eq!(
        taken(&store),
        ["a", "b", "c"],
        "what went in before it is no loss: it comes again"
    );
}

#[tokio::test]
async fn parts_that_were_not_tried_count_as_not_written() {
    let store = Memory {
        away: Some("items"),
        ..Memory::default()
    };
    let lines = vec![line(0, Table::Runs, "r"), line(1, Table::Items, "a")];
    let written = write(&store, lines, 1_000).await;
    assert_eq!(written.stopped.unwrap().0, 0);
    assert!(taken(&store).is_empty());
}
