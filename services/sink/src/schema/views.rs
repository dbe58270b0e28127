//! Statements of the views. Pure. Two of them are made from the contracts, so that a new major
//! needs no hand.

use super::ContractColumns;
use super::contract::Field;
use crate::table::Table;

/// The contract family behind `jobs_latest`.
const JOBS: &str = "job";

const JOBS_LATEST: &str = include_str!("../../sql/views/jobs_latest.template.sql");
/// A profile that is held counts as one that is not there; its mark stays visible.
const SHOWN: &str =
    "if(match(ifNull(quarantined, ''), '^(hold|confirmed):'), toUInt128(0), version)";
const PROFILES: &str = include_str!("../../sql/views/profiles.template.sql");
/// In the order in which they are made: a view may read those before it.
const FIXED: [&str; 9] = [
    include_str!("../../sql/views/item_history.sql"),
    include_str!("../../sql/views/event_costs.sql"),
    include_str!("../../sql/views/ledger.sql"),
    include_str!("../../sql/views/duplicate_paid.sql"),
    include_str!("../../sql/views/quarantine.sql"),
    include_str!("../../sql/views/budget_days.sql"),
    include_str!("../../sql/views/items_latest.sql"),
    include_str!("../../sql/views/reposts.sql"),
    include_str!("../../sql/views/near_duplicates.sql"),
];

/// All views, in the order in which they are to be made.
pub fn views(contracts: &[ContractColumns]) -> Vec<String> {
    let mut statements = vec![profiles(contracts)];
    statements.extend(FIXED.map(str::to_owned));
    statements.push(jobs_latest(contracts));
    statements
}

/// Names in `jobs_latest` that no field of a contract may have.
pub(super) fn taken_names() -> Vec<String> {
    let named = JOBS_LATEST
        .lines()
        .filter_map(|line| line.rsplit_once(" AS "));
    named
        .map(|(_, name)| name.trim_end_matches(',').to_owned())
        .collect()
}

/// Every profile of every contract, with the columns that all of them have.
fn profiles(contracts: &[ContractColumns]) -> String {
    let (head, each) = PROFILES.split_once("{each}\n").unwrap_or((PROFILES, ""));
    let parts: Vec<_> = contracts
        .iter()
        .map(|contract| {
            each.replace("{contract}", &contract.id().to_string())
                .replace("{table}", &table(contract))
        })
        .collect();
    format!("{head}{}", parts.join("UNION ALL\n"))
}

fn jobs_latest(contracts: &[ContractColumns]) -> String {
    let family = highest_first(contracts);
    let columns: Vec<_> = columns(&family)
        .iter()
        .map(|(field, values)| format!("    {} AS `{}`,\n", choose(&family, values), field.name))
        .collect();
    let joins: Vec<_> = family
        .iter()
        .map(|contract| {
            let (table, alias) = (table(contract), alias(contract));
            format!(
                "LEFT JOIN (SELECT * REPLACE ({SHOWN} AS version) FROM {table} FINAL) AS {alias}\n    ON {alias}.content_hash = i.content_hash\n"
            )
        })
        .collect();
    let envelope = |text: &dyn Fn(&str) -> String| -> Vec<String> {
        family.iter().map(|c| text(&alias(c))).collect()
    };
    let names: Vec<_> = family.iter().map(|c| format!("'{}'", c.id())).collect();
    let marks = envelope(&|a| format!("{a}.quarantined"));
    let held = format!(
        "coalesce({})",
        [marks.join(", "), "NULL".to_owned()].join(", ")
    );
    // A content's own, whichever profile is shown.
    let mut places = envelope(&|a| format!("notEmpty({a}.injection_suspected)"));
    places.push("false".to_owned());
    let status = choose_or(
        &family,
        &envelope(&|a| format!("toString({a}.status)")),
        &format!("if({held} IS NULL, 'pending', 'held')"),
    );
    JOBS_LATEST
        .replace("    {fields}\n", &columns.concat())
        .replace("{joins}\n", &joins.concat())
        .replace("{status}", &status)
        .replace("{quarantined}", &choose_or(&family, &marks, &held))
        .replace(
            "{injection_suspected}",
            &format!("CAST({}, 'Bool')", places.join(" OR ")),
        )
        .replace("{contract}", &choose(&family, &names))
        .replace(
            "{model}",
            &choose(&family, &envelope(&|a| format!("toString({a}.model)"))),
        )
        .replace(
            "{extracted_at}",
            &choose(&family, &envelope(&|a| format!("{a}.extracted_at"))),
        )
}

fn highest_first(contracts: &[ContractColumns]) -> Vec<&ContractColumns> {
    let mut family: Vec<_> = contracts
        .iter()
        .filter(|contract| contract.id().name() == JOBS)
        .collect();
    family.sort_by_key(|contract| std::cmp::Reverse(contract.id().major()));
    family
}

/// Each field of the family once, as its newest major has it, with its value in each major. A major
/// that does not have it, or means something else by it, has nothing.
fn columns<'a>(family: &[&'a ContractColumns]) -> Vec<(&'a Field, Vec<String>)> {
    let mut newest: Vec<&Field> = Vec::new();
    for field in family.iter().flat_map(|contract| contract.fields()) {
        if !newest.iter().any(|known| known.name == field.name) {
            newest.push(field);
        }
    }
    let value = |contract: &ContractColumns, field: &Field| {
        let has_it = |own: &Field| own.name == field.name && own.kind() == field.kind();
        match contract.fields().iter().any(has_it) {
            true => format!("{}.`{}`", alias(contract), field.name),
            false => field.nothing(),
        }
    };
    newest
        .into_iter()
        .map(|field| {
            let mut values: Vec<_> = family.iter().map(|c| value(c, field)).collect();
            values.push(field.nothing());
            (field, values)
        })
        .collect()
}

/// The value of the highest major that has a profile: a joined row that is not there has version 0.
fn choose(family: &[&ContractColumns], values: &[String]) -> String {
    let last = values.get(family.len()).map_or("NULL", String::as_str);
    choose_or(family, values, last)
}

fn choose_or(family: &[&ContractColumns], values: &[String], otherwise: &str) -> String {
    let cases: String = family
        .iter()
        .zip(values)
        .map(|(contract, value)| format!("{}.version > 0, {value}, ", alias(contract)))
        .collect();
    match cases.is_empty() {
        true => otherwise.to_owned(),
        false => format!("multiIf({cases}{otherwise})"),
    }
}

fn table(contract: &ContractColumns) -> String {
    Table::Profiles(contract.id().clone()).name()
}

fn alias(contract: &ContractColumns) -> String {
    format!("v{}", contract.id().major())
}
