//! Bodies have the form of the real boards: field by field against saved responses.
//!
//! The saved responses lie beside the repository and are skipped where they do not.

mod support;

use std::collections::BTreeMap;
use std::path::PathBuf;

use readonce_testkit::world::{Board, Shape, Spec, Window, World};
use serde_json::Value;
use support::records;

fn bodies(shape: Shape) -> Vec<Value> {
    let world = World::build(&Spec::default()).unwrap();
    let boards = world.boards().iter().filter(|board| board.shape == shape);
    boards.map(|board| body(&world, board)).collect()
}

fn body(world: &World, board: &Board) -> Value {
    serde_json::from_str(&world.render(board, 1, Window::default())).unwrap()
}

fn each(shape: Shape) -> Vec<Value> {
    bodies(shape)
        .iter()
        .flat_map(|body| records(body, shape).clone())
        .collect()
}

/// Every path to a field, with the kinds of values that stand there.
fn fields(value: &Value, at: &str, found: &mut BTreeMap<String, Vec<&'static str>>) {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    found.entry(at.to_owned()).or_default().push(kind);
    match value {
        Value::Array(items) => items
            .iter()
            .for_each(|item| fields(item, &format!("{at}[]"), found)),
        Value::Object(named) => {
            named
                .iter()
                .for_each(|(name, inner)| fields(inner, &format!("{at}.{name}"), found));
        }
        _ => {}
    }
}

fn samples(files: &[&str]) -> Option<BTreeMap<String, Vec<&'static str>>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples");
    if !folder.is_dir() {
        eprintln!("skipped: no saved responses beside the repository");
        return None;
    }
    let mut found = BTreeMap::new();
    for file in files {
        let body: Value =
            serde_json::from_slice(&std::fs::read(folder.join(file)).unwrap()).unwrap();
        fields(&body, "", &mut found);
    }
    Some(found)
}

/// No field that the real boards do not send, none of theirs missing, and the same kinds of values.
fn agrees_with(shape: Shape, files: &[&str], left_out: &[&str]) {
    let Some(real) = samples(files) else { return };
    let mut ours = BTreeMap::new();
    bodies(shape)
        .iter()
        .for_each(|body| fields(body, "", &mut ours));
    for (path, kinds) in &ours {
        let Some(known) = real.get(path) else {
            // Some saved responses have no second place; the real boards name it like the first.
            assert!(
                path.starts_with(".jobs[].secondaryLocations[]"),
                "{path} is invented"
            );
            continue;
        };
        let fits = kinds.iter().all(|kind| known.contains(kind));
        let unseen = known.iter().all(|kind| *kind == "null");
        assert!(fits || unseen, "{path} is {kinds:?}, not {known:?}");
    }
    let missing = real.keys().filter(|path| !ours.contains_key(*path));
    let unexpected: Vec<_> = missing
        .filter(|path| !left_out.contains(&path.as_str()))
        .collect();
    assert!(unexpected.is_empty(), "{unexpected:?}");
}

#[test]
fn greenhouse_has_the_fields_of_the_real_board() {
    let files = [
        "greenhouse/gitlab_2of167.json",
        "greenhouse/anonymised_3of631_unescaped_content.json",
    ];
    agrees_with(
        Shape::Greenhouse,
        &files,
        &[".jobs[].offices[].child_ids[]"],
    );
}

#[test]
fn lever_has_the_fields_of_the_real_board() {
    let left_out = ["[].salaryDescription", "[].salaryDescriptionPlain"];
    agrees_with(
        Shape::Lever,
        &["lever/hinge_hyperconnect_salaryrange.json"],
        &left_out,
    );
}

#[test]
fn ashby_has_the_fields_of_the_real_board() {
    let files = [
        "ashby/linear_2026-07.json",
        "ashby/highlightta_compensation.json",
    ];
    agrees_with(Shape::Ashby, &files, &[]);
}

#[test]
fn greenhouse_ids_are_numbers_and_content_is_escaped() {
    for body in bodies(Shape::Greenhouse) {
        let jobs = body["jobs"].as_array().unwrap();
        assert_eq!(body["meta"]["total"], jobs.len());
    }
    for job in each(Shape::Greenhouse) {
        assert!(job["id"].is_u64() && job["internal_job_id"].is_u64());
        let content = job["content"].as_str().unwrap();
        assert!(content.starts_with("&lt;div"), "{content}");
        assert!(!content.contains(['<', '>', '"']), "{content}");
    }
}

#[test]
fn lever_creates_in_milliseconds_and_pays_by_interval() {
    let postings = each(Shape::Lever);
    for posting in &postings {
        let created_ms = posting["createdAt"].as_i64().unwrap();
        assert!((1_700_000_000_000..1_800_000_000_000).contains(&created_ms));
        let description = posting["description"].as_str().unwrap();
        let parts = ["opening", "descriptionBody"].map(|part| posting[part].as_str().unwrap());
        assert_eq!(description, parts.concat());
    }
    let ranges: Vec<_> = postings
        .iter()
        .filter_map(|posting| posting.get("salaryRange"))
        .collect();
    assert!(!ranges.is_empty() && ranges.len() < postings.len());
    assert!(
        ranges
            .iter()
            .all(|range| range["min"].as_u64() < range["max"].as_u64())
    );
}

#[test]
fn ashby_states_pay_as_numbers_and_as_text() {
    let mut paid = 0;
    for job in each(Shape::Ashby) {
        let pay = &job["compensation"];
        let Some(part) = pay["summaryComponents"].get(0) else {
            assert_eq!(job["shouldDisplayCompensationOnJobPostings"], false);
            continue;
        };
        paid += 1;
        assert!(part["minValue"].as_u64() < part["maxValue"].as_u64());
        let shown = pay["compensationTierSummary"].as_str().unwrap();
        assert!(shown.contains('–') && shown.contains('K'), "{shown}");
    }
    assert!(paid > 0);
}

#[test]
fn a_broken_record_is_there_every_day_and_only_when_asked_for() {
    for broken_record in [false, true] {
        let world = World::build(&Spec {
            broken_record,
            ..Spec::default()
        })
        .unwrap();
        for day in 1..=3 {
            let without_id = support::read_day(&world, day).1;
            assert_eq!(without_id, u32::from(broken_record));
            assert_eq!(
                world.ledger().days[day as usize - 1].counts.failed,
                without_id
            );
        }
    }
}
