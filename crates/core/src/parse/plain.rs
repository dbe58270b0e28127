//! Plain text as blocks: one line, one block.

use crate::item::Block;

pub(super) fn blocks(text: &str) -> Vec<Block> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| Block::Text(line.to_owned())).collect()
}
