//! Many selectors over one subtree in one walk.
//!
//! Each step of each selector is a bit. An element knows which steps it fits, which its ancestors fit
//! and which its earlier siblings fit, so no step is ever searched backwards: the time is the number
//! of elements times the number of steps, whatever the page holds.

use super::selector::{Combinator, Place, Selector, Step};
use super::tree::{NodeId, Tree};

const WORDS: usize = 8;
const MAX_STEPS: usize = WORDS * 64;

/// Selectors that are matched together.
#[derive(Clone, Debug, Default)]
pub(in crate::parse) struct Selectors {
    steps: Vec<Placed>,
    count: usize,
}

#[derive(Clone, Debug)]
struct Placed {
    step: Step,
    /// The first of its chain hangs on nothing.
    is_first: bool,
    /// The selector that is found when this step is.
    finds: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("all selectors together have more than {MAX_STEPS} parts")]
pub(in crate::parse) struct TooMany;

#[derive(Clone, Copy, Debug, Default)]
struct Bits([u64; WORDS]);

impl Bits {
    fn set(&mut self, bit: usize) {
        if let Some(word) = self.0.get_mut(bit / 64) {
            *word |= 1 << (bit % 64);
        }
    }

    fn has(&self, bit: usize) -> bool {
        let word = self.0.get(bit / 64);
        word.is_some_and(|word| word & (1 << (bit % 64)) != 0)
    }

    fn add(&mut self, other: &Bits) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }
}

/// An element that is open, with what later elements must know of it.
#[derive(Default)]
struct Open {
    end: NodeId,
    own: Bits,
    /// Its own steps and those of everything around it.
    around: Bits,
    /// Of its last child so far, and of all children so far.
    last_child: Bits,
    children: Bits,
    elements: u32,
}

impl Selectors {
    /// Adds a selector; its number is the place of what it finds.
    pub(in crate::parse) fn add(&mut self, selector: &Selector) -> Result<usize, TooMany> {
        let number = self.count;
        self.count = self.count.saturating_add(1);
        for chain in &selector.chains {
            for (at, step) in chain.iter().enumerate() {
                let is_last = at.saturating_add(1) == chain.len();
                self.steps.push(Placed {
                    step: step.clone(),
                    is_first: at == 0,
                    finds: is_last.then_some(number),
                });
            }
        }
        match self.steps.len() > MAX_STEPS {
            true => Err(TooMany),
            false => Ok(number),
        }
    }

    /// What each selector finds inside an element, in document order. The element itself counts as
    /// an ancestor but is never found; subtrees that are left out count for nothing.
    pub(in crate::parse) fn find(
        &self,
        tree: &Tree,
        scope: NodeId,
        skips: impl Fn(NodeId) -> bool,
    ) -> Vec<Vec<NodeId>> {
        let mut found = vec![Vec::new(); self.count];
        let Some(root) = tree.node(scope) else {
            return found;
        };
        let place = Place {
            is_scope: true,
            siblings: 1,
        };
        let mut open = vec![Open {
            end: root.end,
            elements: root.elements,
            ..Open::default()
        }];
        if let Some(first) = open.first_mut() {
            first.own = self.fitting(&Open::default(), |step| step.compound.fits(root, place));
            first.around = first.own;
        }
        let mut next = scope.saturating_add(1);
        while let Some(node) = tree.node(next).filter(|_| next < root.end) {
            let id = next;
            next = id.saturating_add(1);
            if node.is_text() {
                continue;
            }
            if skips(id) {
                next = node.end;
                continue;
            }
            while open.len() > 1 && open.last().is_some_and(|open| open.end <= id) {
                open.pop();
            }
            let Some(parent) = open.last_mut() else {
                break;
            };
            let place = Place {
                is_scope: false,
                siblings: parent.elements,
            };
            let own = self.fitting(parent, |step| step.compound.fits(node, place));
            self.report(&own, id, &mut found);
            parent.last_child = own;
            parent.children.add(&own);
            if node.end > next {
                let mut around = parent.around;
                around.add(&own);
                open.push(Open {
                    end: node.end,
                    own,
                    around,
                    elements: node.elements,
                    ..Open::default()
                });
            }
        }
        found
    }

    /// The steps that an element fits, given what is around and before it.
    fn fitting(&self, parent: &Open, fits: impl Fn(&Step) -> bool) -> Bits {
        let mut own = Bits::default();
        for (bit, placed) in self.steps.iter().enumerate() {
            let before = bit.wrapping_sub(1);
            let hangs = placed.is_first
                || match placed.step.combinator {
                    Combinator::Inside => parent.around.has(before),
                    Combinator::Child => parent.own.has(before),
                    Combinator::Next => parent.last_child.has(before),
                    Combinator::Later => parent.children.has(before),
                };
            if hangs && fits(&placed.step) {
                own.set(bit);
            }
        }
        own
    }

    fn report(&self, own: &Bits, id: NodeId, found: &mut [Vec<NodeId>]) {
        for (bit, placed) in self.steps.iter().enumerate() {
            let Some(number) = placed.finds.filter(|_| own.has(bit)) else {
                continue;
            };
            if let Some(list) = found.get_mut(number)
                && list.last() != Some(&id)
            {
                list.push(id);
            }
        }
    }
}
