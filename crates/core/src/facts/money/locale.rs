//! How a language writes numbers and what its region pays with. Data: `locales.txt`.

use std::sync::LazyLock;

static LOCALES: LazyLock<Vec<Locale>> = LazyLock::new(|| read(include_str!("locales.txt")));

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Locale {
    tag: String,
    /// The decimal sign, `.` or `,`.
    pub(super) point: char,
    /// Where a tag names no region.
    pub(super) region: Option<String>,
    /// A plain blank parts groups of three.
    pub(super) blank: bool,
}

/// Reads `de-CH`, `zh_Hans_CN`, `en`; an unknown language is none.
pub(super) fn locale(tag: &str) -> Option<Locale> {
    let mut parts = tag.split(['-', '_']).map(str::trim);
    let language = parts.next()?.to_ascii_lowercase();
    let region = parts
        .find(|part| part.len() == 2 && part.bytes().all(|b| b.is_ascii_alphabetic()))
        .map(str::to_ascii_uppercase);
    let exact = region.as_ref().map(|region| format!("{language}-{region}"));
    let found = exact
        .and_then(|exact| row(&exact))
        .or_else(|| row(&language))?;
    let mut locale = found.clone();
    locale.region = region.or(locale.region);
    Some(locale)
}

fn row(tag: &str) -> Option<&'static Locale> {
    LOCALES.iter().find(|locale| locale.tag == tag)
}

fn read(data: &str) -> Vec<Locale> {
    let lines = data.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(line).collect()
}

fn line(line: &str) -> Option<Locale> {
    let mut parts = line.split_whitespace();
    Some(Locale {
        tag: parts.next()?.to_owned(),
        point: parts.next()?.chars().next()?,
        region: parts
            .next()
            .filter(|region| *region != "-")
            .map(str::to_owned),
        blank: parts.next() == Some("blank"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_data_is_read() {
        let lines = include_str!("locales.txt")
            .lines()
            .filter(|line| !line.starts_with('#'));
        assert_eq!(LOCALES.len(), lines.count());
        assert!(
            LOCALES
                .iter()
                .all(|locale| matches!(locale.point, '.' | ','))
        );
    }

    #[test]
    fn a_region_stands_before_its_language() {
        let swiss = locale("de-CH").expect("known");
        assert_eq!((swiss.point, swiss.region.as_deref()), ('.', Some("CH")));
        let script = locale("zh_Hant_TW").expect("known");
        assert_eq!(script.region.as_deref(), Some("TW"));
        assert_eq!(locale("en").expect("known").region, None);
        assert_eq!(locale("xx-YY"), None);
    }
}
