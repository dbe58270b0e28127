//! Pages that stand where content should: captchas, login walls, errors with status 200.

use readonce_model::Reason;

use crate::parse::Source;

/// Why the page is no content; `None` when it may be.
pub(in crate::parse) fn reason(_source: &Source) -> Option<Reason> {
    None
}
