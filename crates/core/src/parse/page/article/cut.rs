//! What does not belong to the main text, by marks, words and links.
//!
//! Works on the outline alone and visits each node a fixed number of times. A word of furniture
//! never cuts what holds most of the page's sentences.

use super::hint::Hint;
use super::kind::Kind;
use super::outline::{Mark, Outline, ROOT, Sums};
use super::region::CONFIDENT;

pub(super) struct Cuts<'o, 'a> {
    pub(super) outline: &'o Outline<'a>,
    pub(super) cut: Vec<bool>,
    sums: Vec<Sums>,
}

/// An element that is named both ways is what it holds: much text and few links are no furniture.
fn reads_like_text(hint: &Hint, sums: &Sums) -> bool {
    let much = if hint.has(Hint::CONTENT) { 250 } else { 670 };
    sums.prose >= much && !sums.is_linked(20)
}

/// Announcements that are looked at: a real page has a handful.
const MOST_MARKS: usize = 64;

impl<'o, 'a> Cuts<'o, 'a> {
    pub(super) fn of(outline: &'o Outline<'a>) -> Self {
        let mut cuts = Cuts {
            outline,
            cut: vec![false; outline.nodes.len()],
            sums: Vec::new(),
        };
        cuts.add_up();
        cuts.cut_by_words();
        if cuts.sums(ROOT).prose >= CONFIDENT {
            cuts.cut_announced();
        }
        cuts.cut_all_series();
        cuts
    }

    pub(super) fn into_parts(self) -> (Vec<bool>, Vec<Sums>) {
        (self.cut, self.sums)
    }

    pub(super) fn is_cut(&self, at: usize) -> bool {
        self.cut.get(at).copied().unwrap_or(true)
    }

    pub(super) fn sums(&self, at: usize) -> Sums {
        self.sums.get(at).copied().unwrap_or_default()
    }

    pub(super) fn cut(&mut self, at: usize) {
        if let Some(cut) = self.cut.get_mut(at) {
            *cut = true;
        }
    }

    /// The sums of each node with all in it that is not cut.
    pub(super) fn add_up(&mut self) {
        self.sums.clear();
        self.sums
            .extend(self.outline.nodes.iter().map(|node| node.own));
        for at in (1..self.outline.nodes.len()).rev() {
            self.add_to_parent(at);
        }
    }

    /// Parents stand before their children, so going backwards every sum is whole when it is used.
    fn add_to_parent(&mut self, at: usize) {
        if self.is_cut(at) {
            return;
        }
        let sums = self.sums(at);
        let parent = self.outline.node(at).parent as usize;
        if let Some(above) = self.sums.get_mut(parent) {
            above.add(&sums);
        }
    }

    /// Cuts by words; where that leaves hardly a sentence of many, words of comments and teasers
    /// are the names of the text itself, as in a forum.
    fn cut_by_words(&mut self) {
        let total = self.sums(ROOT);
        self.cut_named(&total, true);
        let left = self.sums(ROOT).prose;
        if left < CONFIDENT && left.saturating_mul(10) < total.prose {
            self.cut.fill(false);
            self.cut_named(&total, false);
        }
    }

    fn cut_named(&mut self, total: &Sums, with_replies: bool) {
        self.sums.clear();
        self.sums
            .extend(self.outline.nodes.iter().map(|node| node.own));
        for at in (1..self.outline.nodes.len()).rev() {
            if self.is_named_noise(at, total, with_replies) {
                self.cut(at);
            }
            self.add_to_parent(at);
        }
    }

    fn is_named_noise(&self, at: usize, total: &Sums, with_replies: bool) -> bool {
        let (node, sums) = (self.outline.node(at), self.sums(at));
        if node.kind == Kind::Furniture {
            return true;
        }
        if matches!(node.kind, Kind::Article | Kind::Main) || node.hint.has(Hint::BODY) {
            return false;
        }
        let most =
            u64::from(sums.prose).saturating_mul(2) > u64::from(total.prose) && sums.prose > 0;
        if most && sums.main_headings > 0 {
            return false;
        }
        if node.hint.has(Hint::COMMENTS) || node.hint.has(Hint::RELATED) {
            return with_replies;
        }
        if most {
            return false;
        }
        match node.kind {
            Kind::Form => true,
            _ if node.hint.has(Hint::FURNITURE) => !reads_like_text(&node.hint, &sums),
            _ if node.hint.has(Hint::HEADER) => !self.is_inside_text(at),
            _ => {
                node.hint.has(Hint::META)
                    && sums.prose == 0
                    && sums.text < 250
                    && sums.headings == 0
            }
        }
    }

    /// A header inside an article is the article's.
    fn is_inside_text(&self, at: usize) -> bool {
        let mut above = self.outline.node(at).parent as usize;
        while above != ROOT {
            let node = self.outline.node(above);
            if matches!(node.kind, Kind::Article | Kind::Main) || node.hint.has(Hint::BODY) {
                return true;
            }
            above = node.parent as usize;
        }
        false
    }

    /// Cuts what a line such as "Comments (12)" or "Related" announces.
    fn cut_announced(&mut self) {
        let total = self.sums(ROOT);
        let outline = self.outline;
        // Each may look at all that follows it, so that their number is bounded.
        for (line_node, mark) in outline.marks.iter().take(MOST_MARKS) {
            if self.is_cut(*line_node) {
                continue;
            }
            let unit = self.unit_of(*line_node);
            let end = self
                .outline
                .node(self.outline.node(unit).parent as usize)
                .next as usize;
            match mark {
                Mark::Comments => self.cut_rest(unit, end, &total),
                Mark::Related => self.cut_linked(unit, end),
            }
        }
        self.add_up();
    }

    /// The largest container that holds nothing but the line.
    fn unit_of(&self, node: usize) -> usize {
        let text = self.sums(node).text;
        let mut unit = node;
        loop {
            let parent = self.outline.node(unit).parent as usize;
            if parent == ROOT || self.sums(parent).text > text {
                return unit;
            }
            unit = parent;
        }
    }

    fn cut_rest(&mut self, unit: usize, end: usize, total: &Sums) {
        let rest: Vec<usize> = self.beside(unit, end).collect();
        let prose: u32 = rest.iter().map(|at| self.sums(*at).prose).sum();
        if u64::from(prose).saturating_mul(10) <= u64::from(total.prose).saturating_mul(8) {
            rest.into_iter().for_each(|at| self.cut(at));
        }
    }

    fn cut_linked(&mut self, unit: usize, end: usize) {
        let mut found = Vec::new();
        for at in self.beside(unit, end) {
            let sums = self.sums(at);
            let linked = sums.is_linked(35) && sums.linked_lines.saturating_mul(3) >= sums.lines;
            let teasers = linked || sums.linked_headings >= 2;
            if at != unit && sums.text > 0 && !teasers {
                break;
            }
            found.push(at);
        }
        if found.len() > 1 {
            found.into_iter().for_each(|at| self.cut(at));
        }
    }

    /// The node and what follows it beside it.
    fn beside(&self, unit: usize, end: usize) -> impl Iterator<Item = usize> + use<'o, 'a> {
        let outline = self.outline;
        let next = move |at: &usize| {
            let next = (outline.node(*at).next as usize).max(at.saturating_add(1));
            (next < end).then_some(next)
        };
        std::iter::successors((unit != ROOT).then_some(unit), next)
    }

    /// Cuts lists of links out of the region.
    pub(super) fn prune(&mut self, region: usize) {
        let end = self.outline.node(region).next as usize;
        let mut at = region.saturating_add(1);
        while at < end {
            let next = (self.outline.node(at).next as usize).max(at.saturating_add(1));
            let cut = self.is_cut(at) || self.is_all_links(at);
            if cut {
                self.cut(at);
            }
            at = if cut { next } else { at.saturating_add(1) };
        }
        self.cut_idle_headings(region);
    }

    /// Cuts headings that nothing is left under: the next thing in the region is none, or is a
    /// heading of the same rank or above and something was cut between.
    fn cut_idle_headings(&mut self, region: usize) {
        let end = self.outline.node(region).next as usize;
        let gone = self.gone(region, end);
        // From the end: whether anything is left behind, and what came between.
        let (mut rank_behind, mut cut_between) = (Some(0_u8), false);
        for at in (region.saturating_add(1)..end).rev() {
            let node = self.outline.node(at);
            if gone.get(at.saturating_sub(region)).copied().unwrap_or(true) {
                cut_between = true;
            } else if node.kind == Kind::Heading {
                let rank = rank_behind.filter(|rank| *rank <= node.level);
                let idle = rank.is_some_and(|rank| rank == 0 || cut_between);
                if idle && node.level > 1 {
                    self.cut(at);
                } else {
                    rank_behind = Some(node.level);
                    cut_between = false;
                }
            } else if node.own.text > 0 {
                rank_behind = None;
                cut_between = false;
            }
        }
    }

    /// By node of the region: cut, or inside something cut. Parents stand before their children.
    fn gone(&self, region: usize, end: usize) -> Vec<bool> {
        let mut gone = Vec::with_capacity(end.saturating_sub(region));
        for at in region..end {
            let parent = self.outline.node(at).parent as usize;
            let above = parent
                .checked_sub(region)
                .and_then(|place| gone.get(place).copied());
            gone.push(at != region && (self.is_cut(at) || above.unwrap_or(false)));
        }
        gone
    }

    fn is_all_links(&self, at: usize) -> bool {
        let (node, sums) = (self.outline.node(at), self.sums(at));
        let leads_away = sums.leads_away() && sums.prose == 0;
        match node.kind {
            Kind::Heading | Kind::Cell | Kind::Row | Kind::Item | Kind::Term => false,
            // The only paragraph of an item is the item.
            Kind::Paragraph => {
                let parent = self.outline.node(node.parent as usize).kind;
                let is_own = !matches!(parent, Kind::Item | Kind::Term | Kind::Cell);
                is_own && leads_away && sums.text < 84
            }
            Kind::List => leads_away && sums.lines > 1,
            _ => leads_away,
        }
    }
}
