//! Checks that do not hold, each with the reason why that is accepted. An entry is a debt.

/// File, what, reason.
const KNOWN: [(&str, &str, &str); 0] = [];

pub(super) fn exception(file: &str, what: &str) -> Option<&'static str> {
    let found = KNOWN.iter().find(|(f, w, _)| (*f, *w) == (file, what));
    found.map(|(_, _, reason)| *reason)
}
