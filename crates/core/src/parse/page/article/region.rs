//! Which part of a page is its main text.
//!
//! Sentences decide: going down from the root, a container is entered as long as it holds nearly
//! all of them. Semantic containers are entered with less. What is left around the sentences inside
//! (menus, teasers, comments) is cut out. A page with hardly any sentence is taken as a whole,
//! without its furniture.

use super::cut::Cuts;
use super::hint::Hint;
use super::kind::Kind;
use super::outline::{Outline, ROOT, Sums};

/// A lesser weight of sentences chooses no region.
pub(super) const CONFIDENT: u32 = 134;

pub(super) struct Region {
    pub(super) node: usize,
    /// By node: not part of the main text.
    pub(super) cut: Vec<bool>,
    pub(super) sums: Vec<Sums>,
    /// The region was chosen by its sentences.
    pub(super) confident: bool,
}

pub(super) fn choose(outline: &Outline) -> Region {
    let mut cuts = Cuts::of(outline);
    let total = cuts.sums(ROOT);
    let confident = total.prose >= CONFIDENT;
    let node = if confident {
        descend(outline, &cuts)
    } else {
        ROOT
    };
    cuts.prune(node);
    let (cut, sums) = cuts.into_parts();
    Region {
        node,
        cut,
        sums,
        confident,
    }
}

fn descend(outline: &Outline, cuts: &Cuts) -> usize {
    let mut at = ROOT;
    // Every round goes one level down, and depth is bounded.
    while let Some(next) = entered(outline, cuts, at) {
        at = next;
    }
    at
}

/// The child that holds the main text, when one does.
fn entered(outline: &Outline, cuts: &Cuts, at: usize) -> Option<usize> {
    let all = cuts.sums(at).prose;
    let (mut named, mut all_named) = (None, 0_u32);
    let mut best: Option<(usize, u32)> = None;
    for child in outline.children(at).filter(|child| !cuts.is_cut(*child)) {
        let prose = cuts.sums(child).prose;
        if is_enterable(outline, cuts, child) && best.is_none_or(|(_, most)| prose > most) {
            best = Some((child, prose));
        }
        if is_named(outline, child) {
            all_named = all_named.saturating_add(prose);
            named = named
                .filter(|(_, most)| *most >= prose)
                .or(Some((child, prose)));
        }
    }
    let share = |prose: u32, percent: u64| {
        u64::from(prose).saturating_mul(100) >= u64::from(all).saturating_mul(percent) && prose > 0
    };
    if let Some((child, prose)) = named.filter(|(_, prose)| share(*prose, 40)) {
        let rival = best.is_some_and(|(other, most)| other != child && most > prose);
        let alone = u64::from(prose).saturating_mul(5) >= u64::from(all_named).saturating_mul(4);
        if !rival && alone {
            return Some(child);
        }
    }
    let (child, prose) = best?;
    if lies_before(outline, cuts, at, child) {
        return None;
    }
    let nearly_all =
        share(prose, 97) || (share(prose, 80) && !belongs_together(outline, cuts, at, child));
    (nearly_all && leaves_no_heading(outline, cuts, at, child)).then_some(child)
}

/// Sentences stand between the main heading and the child: the text begins before the child does.
fn lies_before(outline: &Outline, cuts: &Cuts, at: usize, child: usize) -> bool {
    let mut titled = false;
    let before = outline.children(at).take_while(|other| *other < child);
    before.filter(|other| !cuts.is_cut(*other)).any(|other| {
        let sums = cuts.sums(other);
        let goes_on = titled && sums.prose > 0;
        titled |= sums.main_headings > 0;
        goes_on || (sums.main_headings > 0 && has_prose_behind_heading(outline, cuts, other))
    })
}

/// Whether a container that holds the main heading holds sentences behind it too.
fn has_prose_behind_heading(outline: &Outline, cuts: &Cuts, container: usize) -> bool {
    let end = outline.node(container).next as usize;
    let mut titled = false;
    (container..end).any(|at| {
        let node = outline.node(at);
        titled |= node.kind == Kind::Heading && node.level == 1;
        titled && !cuts.is_cut(at) && node.own.prose > 0
    })
}

/// Sentences beside the child look like those inside it: paragraphs of the same text.
fn belongs_together(outline: &Outline, cuts: &Cuts, at: usize, child: usize) -> bool {
    if outline.node(at).own.prose > 0 {
        return true;
    }
    let look = outline.node(child).look;
    let beside = outline
        .children(at)
        .filter(|other| *other != child && !cuts.is_cut(*other));
    beside.into_iter().any(|other| {
        let node = outline.node(other);
        let prose = cuts.sums(other).prose > 0;
        prose && (node.look == look || matches!(node.kind, Kind::Paragraph | Kind::List))
    })
}

/// Headings and lists directly beside the child would be lost: only when the child is a plain
/// paragraph-like box does that mean that the text goes on around it.
fn leaves_no_heading(outline: &Outline, cuts: &Cuts, at: usize, child: usize) -> bool {
    let child_lines = cuts.sums(child).lines;
    let beside = outline
        .children(at)
        .filter(|other| *other != child && !cuts.is_cut(*other));
    let structure = beside.filter(|other| {
        let node = outline.node(*other);
        match node.kind {
            Kind::Heading => node.level > 1,
            Kind::List | Kind::Table => !cuts.sums(*other).leads_away(),
            _ => false,
        }
    });
    child_lines > 2 || structure.count() == 0
}

/// A box of a single line is a paragraph, whatever its name is.
fn is_enterable(outline: &Outline, cuts: &Cuts, at: usize) -> bool {
    let is_line = matches!(
        outline.node(at).kind,
        Kind::Paragraph | Kind::Heading | Kind::List | Kind::Item | Kind::Term
    );
    !is_line && cuts.sums(at).lines > 1
}

fn is_named(outline: &Outline, at: usize) -> bool {
    let node = outline.node(at);
    matches!(node.kind, Kind::Article | Kind::Main) || node.hint.has(Hint::BODY)
}
