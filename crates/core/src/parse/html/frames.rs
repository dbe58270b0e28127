//! The lists and tables that are open, and how they become blocks when they close.
//!
//! Depth is bounded here, so that no input makes later recursion deep.

use crate::item::Block;

/// Lists and tables inside each other; what is deeper is read as plain lines.
const MAX_DEPTH: usize = 32;

enum Frame {
    List {
        ordered: bool,
        /// Opened by an item without a list around it; ends with the first other text.
        implied: bool,
        items: Vec<Vec<Block>>,
    },
    Item(Vec<Block>),
    Table(Vec<Block>),
    Row(Vec<Vec<Block>>),
    Cell(Vec<Block>),
}

#[derive(Default)]
pub(super) struct Frames {
    root: Vec<Block>,
    open: Vec<Frame>,
    /// Lists and tables that are open beyond the limit.
    too_deep: usize,
}

impl Frames {
    pub(super) fn line(&mut self, line: String) {
        if matches!(self.open.last(), Some(Frame::List { implied: true, .. })) {
            self.pop();
        }
        match self.open.last_mut() {
            None => self.root.push(Block::Text(line)),
            Some(Frame::Item(into) | Frame::Table(into) | Frame::Cell(into)) => {
                into.push(Block::Text(line));
            }
            Some(_) => self.attach(vec![Block::Text(line)]),
        }
    }

    pub(super) fn open_list(&mut self, ordered: bool) {
        self.push_bounded(Frame::List {
            ordered,
            implied: false,
            items: Vec::new(),
        });
    }

    pub(super) fn open_table(&mut self) {
        self.push_bounded(Frame::Table(Vec::new()));
    }

    fn push_bounded(&mut self, frame: Frame) {
        if self.depth() < MAX_DEPTH {
            self.open.push(frame);
        } else {
            self.too_deep = self.too_deep.saturating_add(1);
        }
    }

    /// Open frames come in pairs or threes: a list with its item, a table with its row and cell.
    fn depth(&self) -> usize {
        let nests = |frame: &&Frame| matches!(frame, Frame::List { .. } | Frame::Table(_));
        self.open.iter().filter(nests).count()
    }

    pub(super) fn open_item(&mut self) {
        if self.too_deep > 0 {
            return;
        }
        match self.nearest(|frame| matches!(frame, Frame::List { .. })) {
            Some(list) => self.pop_down_to(list),
            None if self.depth() < MAX_DEPTH => self.open.push(Frame::List {
                ordered: false,
                implied: true,
                items: Vec::new(),
            }),
            None => return,
        }
        self.open.push(Frame::Item(Vec::new()));
    }

    pub(super) fn close_item(&mut self) {
        if self.too_deep == 0 && matches!(self.open.last(), Some(Frame::Item(_))) {
            self.pop();
        }
    }

    pub(super) fn close_list(&mut self) {
        let explicit = |frame: &Frame| matches!(frame, Frame::List { implied: false, .. });
        let any = |frame: &Frame| matches!(frame, Frame::List { .. });
        self.close(|frames| frames.nearest(explicit).or_else(|| frames.nearest(any)));
    }

    pub(super) fn close_table(&mut self) {
        self.close(Self::nearest_table);
    }

    fn close(&mut self, find: impl Fn(&Self) -> Option<usize>) {
        if self.too_deep > 0 {
            self.too_deep = self.too_deep.saturating_sub(1);
        } else if let Some(at) = find(self) {
            self.pop_down_to(at);
            self.pop();
        }
    }

    pub(super) fn open_row(&mut self) {
        if let Some(table) = self.nearest_table().filter(|_| self.too_deep == 0) {
            self.pop_down_to(table);
            self.open.push(Frame::Row(Vec::new()));
        }
    }

    pub(super) fn open_cell(&mut self) {
        let Some(table) = self.nearest_table().filter(|_| self.too_deep == 0) else {
            return;
        };
        let row = table.saturating_add(1);
        if matches!(self.open.get(row), Some(Frame::Row(_))) {
            self.pop_down_to(row);
        } else {
            self.pop_down_to(table);
            self.open.push(Frame::Row(Vec::new()));
        }
        self.open.push(Frame::Cell(Vec::new()));
    }

    pub(super) fn finish(mut self) -> Vec<Block> {
        while !self.open.is_empty() {
            self.pop();
        }
        self.root
    }

    /// The innermost frame that fits and lies within the same cell.
    fn nearest(&self, fits: impl Fn(&Frame) -> bool) -> Option<usize> {
        let inner = self.open.iter().rposition(|f| matches!(f, Frame::Cell(_)));
        let found = self.open.iter().rposition(fits)?;
        (inner.is_none_or(|cell| cell < found)).then_some(found)
    }

    fn nearest_table(&self) -> Option<usize> {
        self.open.iter().rposition(|f| matches!(f, Frame::Table(_)))
    }

    /// Closes everything inside the frame at `at`, which stays open.
    fn pop_down_to(&mut self, at: usize) {
        while self.open.len() > at.saturating_add(1) {
            self.pop();
        }
    }

    fn pop(&mut self) {
        match self.open.pop() {
            Some(Frame::List { ordered, items, .. }) if !items.is_empty() => {
                self.attach(vec![Block::List { ordered, items }]);
            }
            Some(Frame::Item(blocks)) => self.add_item(blocks),
            Some(Frame::Table(blocks)) => self.attach(blocks),
            Some(Frame::Row(cells)) => self.attach(row(cells)),
            Some(Frame::Cell(blocks)) => self.add_cell(blocks),
            Some(Frame::List { .. }) | None => {}
        }
    }

    fn add_item(&mut self, blocks: Vec<Block>) {
        match self.open.last_mut() {
            Some(Frame::List { items, .. }) => items.push(blocks),
            _ => self.attach(blocks),
        }
    }

    fn add_cell(&mut self, blocks: Vec<Block>) {
        match self.open.last_mut() {
            Some(Frame::Row(cells)) => cells.push(blocks),
            _ => self.attach(blocks),
        }
    }

    /// Adds blocks to what is open. A list within a list but outside its items belongs to the
    /// item before; text there is an item of its own.
    fn attach(&mut self, mut blocks: Vec<Block>) {
        if blocks.is_empty() {
            return;
        }
        match self.open.last_mut() {
            None => self.root.append(&mut blocks),
            Some(Frame::Item(into) | Frame::Table(into) | Frame::Cell(into)) => {
                into.append(&mut blocks);
            }
            Some(Frame::Row(cells)) => cells.push(blocks),
            Some(Frame::List { items, .. }) => match items.last_mut() {
                Some(last) if matches!(blocks.first(), Some(Block::List { .. })) => {
                    last.append(&mut blocks);
                }
                _ => items.push(blocks),
            },
        }
    }
}

/// A row of texts is one line; a row that holds a single cell is layout, and a cell with a list in
/// it cannot be a line.
fn row(cells: Vec<Vec<Block>>) -> Vec<Block> {
    let filled = cells.iter().filter(|cell| !cell.is_empty()).count();
    let texts: Option<Vec<String>> = cells.iter().map(|cell| cell_line(cell)).collect();
    match texts {
        Some(texts) if filled > 1 => {
            let line = texts.join(" | ");
            vec![Block::Text(line.trim_end_matches([' ', '|']).to_owned())]
        }
        _ => cells.into_iter().flatten().collect(),
    }
}

fn cell_line(cell: &[Block]) -> Option<String> {
    let lines: Option<Vec<&str>> = cell
        .iter()
        .map(|block| match block {
            Block::Text(line) => Some(line.as_str()),
            Block::List { .. } => None,
        })
        .collect();
    Some(lines?.join(" "))
}
