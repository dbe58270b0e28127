//! What every partition's worker uses. Read-only: a worker's own state is its memory.

use readonce_plumbing::catalog::View;
use readonce_plumbing::consume::InOrder;
use readonce_plumbing::kafka::ClientSettings;
use readonce_plumbing::registry::Decoder;

use crate::emit::Emitter;
use crate::parsers::Parsers;

pub struct Shared {
    pub settings: ClientSettings,
    pub decoder: Decoder,
    pub emitter: Emitter,
    pub parsers: View<Parsers>,
    pub cut: InOrder,
}
