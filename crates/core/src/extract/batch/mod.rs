//! The batch lane: back-fills asked as lines of a provider's batch, at a lower price and within a
//! day, in the Batch format of OpenAI.
//!
//! Which requests go this way, what a line is called and holds, what a line of the output says, and
//! where an announced line is to be looked for. Pure: files, calls and the clock are the service's.
//! Whether a content may be asked at all stays the ledger's. See docs/adr/0013-batch-lane.md.
//!
//! | file | what |
//! |---|---|
//! | `terms` | the block `batch` of an extraction config |
//! | `id` | names of lines, and the digest of many |
//! | `line` | a line of the input, and one of the output |
//! | `standing` | what a provider says of a batch |
//! | `seek` | whether an announced line is submitted, attached to its batch, or looked for |

mod id;
mod line;
mod seek;
mod standing;
mod terms;

pub use id::{LineId, digest};
pub use line::{End, Line, LineFault, MAX_LINE_BYTES, input_line, read_input_id, read_line};
pub use seek::{Next, Sought, may_create, next};
pub use standing::{Listed, Mark, Page, Standing, Status, marks, read_batch, read_page};
pub use terms::{Terms, Window, goes_by_batch, permille_of};

#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;
