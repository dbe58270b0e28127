//! Where a list goes on, for boards that say it in numbers.

use url::Url;

use crate::parse::fields::Fields;

pub(super) fn number(fields: &Fields, name: &str) -> Option<u64> {
    fields.scalar(name).ok()??.trim().parse().ok()
}

/// The address with one of its parameters set anew; the parameter alone when no address is known.
pub(super) fn with_number(url: Option<&str>, name: &str, value: u64) -> String {
    let changed = format!("{name}={value}");
    let Some(mut url) = url.and_then(|url| Url::parse(url).ok()) else {
        return format!("?{changed}");
    };
    let query = url.query().unwrap_or("").to_owned();
    let others = query
        .split('&')
        .filter(|pair| !pair.is_empty() && pair.split('=').next() != Some(name));
    let pairs: Vec<&str> = others.chain([changed.as_str()]).collect();
    url.set_query(Some(&pairs.join("&")));
    url.to_string()
}
