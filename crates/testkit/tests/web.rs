//! The world of many kinds of sites repeats exactly, is dressed anew every day, and edits what it
//! says that it edits.

use std::collections::{BTreeMap, BTreeSet};

use readonce_testkit::web::{DAYS, Edit, Page, Shape, Spec, World, number_of};

fn world(postings: u32) -> World {
    World::new(&Spec {
        postings,
        ..Spec::default()
    })
}

fn pages(world: &World, day: u32) -> Vec<Page> {
    let sites = world.sites().iter();
    sites.flat_map(|site| world.site_pages(site, day)).collect()
}

#[test]
fn equal_specs_give_equal_bytes() {
    let bodies = |world: &World| -> Vec<Vec<u8>> {
        pages(world, 2).into_iter().map(|page| page.body).collect()
    };
    assert_eq!(bodies(&world(150)), bodies(&world(150)));
}

#[test]
fn every_posting_is_shown_once_a_day_and_looks_different_every_day() {
    let world = world(300);
    let mut looks: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
    for day in 1..=DAYS {
        let records: Vec<_> = pages(&world, day)
            .into_iter()
            .flat_map(|page| page.records)
            .collect();
        assert_eq!(records.len(), 300);
        for record in records {
            looks.entry(record.number).or_default().insert(record.raw);
        }
    }
    assert_eq!(looks.len(), 300);
    assert!(looks.values().all(|looks| looks.len() == DAYS as usize));
}

#[test]
fn an_edit_changes_the_posting_and_nothing_else_does() {
    let world = world(4000);
    let counts = world
        .edits()
        .values()
        .fold(BTreeMap::new(), |mut counts, edit| {
            *counts.entry(*edit).or_insert(0) += 1;
            counts
        });
    let of_content: u32 = counts
        .iter()
        .filter(|(edit, _)| edit.is_of_content())
        .map(|(_, n)| n)
        .sum();
    assert_eq!(of_content, 28, "0.7 % of 4,000");
    assert!(counts.get(&Edit::Pay).is_some_and(|count| *count > 0));
    for site in world.sites() {
        for number in [site.first, site.first + site.count - 1] {
            let shown = |day| format!("{:?}", world.posting(number, site, day));
            assert_eq!(shown(1), shown(2));
            assert_eq!(shown(2) != shown(3), world.edits().contains_key(&number));
        }
    }
    for (number, edit) in world.edits() {
        let home = world
            .sites()
            .iter()
            .find(|site| site.holds(*number))
            .expect("a site");
        let shown = |day| format!("{:?}", world.posting(*number, home, day));
        assert_ne!(shown(2), shown(3), "{edit:?} of {number}");
    }
}

#[test]
fn a_page_says_which_postings_it_shows() {
    let world = world(200);
    for page in pages(&world, 1) {
        for record in &page.records {
            assert_eq!(
                number_of(&record.raw.replace("\\/", "/")),
                Some(record.number),
                "{}",
                record.raw
            );
        }
    }
    assert_eq!(
        number_of("https://a.example/jobs/70000012-engineer?p=1"),
        Some(12)
    );
    assert_eq!(number_of("2026-09-07"), None);
}

#[test]
fn one_posting_is_shown_by_every_kind_of_site_of_its_language() {
    let world = world(4000);
    let all = world.everywhere(0, 1);
    let shapes: BTreeSet<Shape> = all.iter().map(|(site, _)| site.shape).collect();
    assert!(shapes.len() > 12, "{shapes:?}");
    assert!(all.iter().all(|(_, page)| page.records.len() == 1));
}
