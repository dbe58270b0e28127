//! Reads columns and sorting key out of a CREATE TABLE statement. Pure.
//!
//! It reads the one layout that the files in `sql/` have: a column a line between two lines that
//! hold a bracket each, and one line that starts with ORDER BY. It is no parser of SQL.

/// A column as the store describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    pub kind: String,
}

pub fn columns(create: &str) -> Vec<Column> {
    create
        .lines()
        .skip_while(|line| *line != "(")
        .skip(1)
        .take_while(|line| *line != ")")
        .filter_map(|line| column(line.trim().trim_end_matches(',')))
        .collect()
}

fn column(line: &str) -> Option<Column> {
    let (name, rest) = line.split_once(' ')?;
    let kind = rest.split_once(" COMMENT ").map_or(rest, |(kind, _)| kind);
    Some(Column {
        name: name.trim_matches('`').to_owned(),
        kind: kind.to_owned(),
    })
}

pub fn sorting_key(create: &str) -> String {
    create
        .lines()
        .find_map(|line| line.strip_prefix("ORDER BY "))
        .unwrap_or_default()
        .trim_matches(['(', ')'])
        .to_owned()
}
