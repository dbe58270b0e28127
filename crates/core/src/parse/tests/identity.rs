//! One item for one thing, in whatever order and with whatever is hung on to its link.

use proptest::prelude::*;

use super::*;

fn feed(entries: &[String]) -> Parsed {
    let entries = entries.join(",");
    read(&format!(
        r#"{{"version":"https://jsonfeed.org/version/1.1","items":[{entries}]}}"#
    ))
}

fn ids(parsed: &Parsed) -> Vec<&str> {
    parsed.items.iter().map(|item| item.id.as_str()).collect()
}

/// The links of one posting with what campaigns hang on to them, and one with its id behind `?`.
const LINKS: [&str; 6] = [
    "https://boards.example.com/acme/jobs/42",
    "https://boards.example.com/acme/jobs/42/",
    "https://BOARDS.example.com/acme/jobs/42?utm_source=mail&utm_medium=x",
    "https://boards.example.com/acme/jobs/42?gh_src=abc123",
    "https://careers.example.com/jobs/search?gh_jid=8130725&utm_campaign=y",
    "https://careers.example.com/jobs/search?gh_jid=8130725#apply",
];

#[test]
fn links_in_place_of_ids_lose_what_makes_no_new_thing() {
    let distinct = [
        "https://boards.example.com/acme/jobs/42",
        "https://careers.example.com/jobs/search?gh_jid=8130725",
    ];
    let without_id = LINKS.map(|link| format!(r#"{{"url":"{link}","title":"T"}}"#));
    let as_id = LINKS.map(|link| format!(r#"{{"id":"{link}","url":"{link}","title":"T"}}"#));
    for entries in [without_id, as_id] {
        let parsed = feed(&entries);
        assert_eq!(ids(&parsed), distinct);
        assert_eq!(parsed.rejected.len(), 4);
    }
}

#[test]
fn an_id_that_all_share_gives_way_to_the_links() {
    let entries = [1, 2, 3].map(|nth| {
        format!(
            r#"{{"id":"https://shop.example.com/?p=0","title":"Update {nth}",
                "url":"https://shop.example.com/posts/{nth}?utm_source=x"}}"#
        )
    });
    let links = [1, 2, 3].map(|nth| format!("https://shop.example.com/posts/{nth}"));
    assert_eq!(ids(&feed(&entries)), links);
}

#[test]
fn an_id_that_repeats_under_one_link_stays() {
    let row = |link: &str| format!(r#"{{"id":"7","title":"T","url":"{link}"}}"#);
    let parsed = feed(&[
        row("https://a.example/7"),
        row("http://www.a.example/7/?utm_id=1"),
    ]);
    assert_eq!(ids(&parsed), ["7"]);
    assert_eq!(
        parsed.rejected[0].reason.to_string(),
        "inconsistent: id 7 repeats the record at place 0"
    );
    let without_link = feed(&[
        r#"{"id":"7","title":"a"}"#.to_owned(),
        r#"{"id":"7","title":"b"}"#.to_owned(),
    ]);
    assert_eq!(ids(&without_link), ["7"]);
}

proptest! {
    #[test]
    fn the_order_of_entries_changes_no_id(
        numbers in prop::collection::vec((0_u8..4, 0_u8..4), 1..12),
        seed in any::<u64>(),
    ) {
        let entries: Vec<String> = numbers
            .iter()
            .map(|(id, link)| format!(r#"{{"id":"{id}","url":"https://a.example/{link}","title":"T"}}"#))
            .collect();
        let mut shuffled = entries.clone();
        let length = shuffled.len();
        for at in 0..length {
            shuffled.swap(at, (seed as usize).wrapping_mul(31).wrapping_add(at * 7) % length);
        }
        let (one, other) = (feed(&entries), feed(&shuffled));
        let sorted = |parsed: &Parsed| {
            let mut ids: Vec<String> = ids(parsed).into_iter().map(str::to_owned).collect();
            ids.sort();
            ids
        };
        prop_assert_eq!(sorted(&one), sorted(&other));
        let distinct: std::collections::BTreeSet<&str> = ids(&one).into_iter().collect();
        prop_assert_eq!(distinct.len(), one.items.len());
        prop_assert_eq!(one.items.len() + one.rejected.len(), entries.len());
    }
}
