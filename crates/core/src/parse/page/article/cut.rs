//! What does not belong to the main text, by marks, words and links.
//!
//! Works on the outline alone and visits each node a fixed number of times. A word of furniture
//! never cuts what holds most of the page's sentences.

use super::hint::Hint;
use super::kind::Kind;
use super::outline::{Mark, Outline, ROOT, Sums};

pub(super) struct Cuts<'o, 'a> {
    outline: &'o Outline<'a>,
    cut: Vec<bool>,
    sums: Vec<Sums>,
}

/// Like elements beside each other, from which on they are a series.
const SERIES: usize = 3;

impl<'o, 'a> Cuts<'o, 'a> {
    pub(super) fn of(outline: &'o Outline<'a>) -> Self {
        let mut cuts = Cuts {
            outline,
            cut: vec![false; outline.nodes.len()],
            sums: Vec::new(),
        };
        cuts.add_up();
        cuts.cut_by_words();
        cuts.cut_announced();
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

    fn cut(&mut self, at: usize) {
        if let Some(cut) = self.cut.get_mut(at) {
            *cut = true;
        }
    }

    /// The sums of each node with all in it that is not cut.
    fn add_up(&mut self) {
        self.sums.clear();
        self.sums.extend(self.outline.nodes.iter().map(|node| node.own));
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

    fn cut_by_words(&mut self) {
        let total = self.sums(ROOT);
        self.sums.clear();
        self.sums.extend(self.outline.nodes.iter().map(|node| node.own));
        for at in (1..self.outline.nodes.len()).rev() {
            if self.is_named_noise(at, &total) {
                self.cut(at);
            }
            self.add_to_parent(at);
        }
    }

    fn is_named_noise(&self, at: usize, total: &Sums) -> bool {
        let (node, sums) = (self.outline.node(at), self.sums(at));
        if matches!(node.kind, Kind::Article | Kind::Main) || node.hint.has(Hint::BODY) {
            return false;
        }
        let most = u64::from(sums.prose).saturating_mul(2) > u64::from(total.prose) && sums.prose > 0;
        if most && sums.main_headings > 0 {
            return false;
        }
        if node.hint.has(Hint::COMMENTS) || node.hint.has(Hint::RELATED) {
            return true;
        }
        if most {
            return false;
        }
        match node.kind {
            Kind::Form => true,
            _ if node.hint.has(Hint::FURNITURE) => true,
            _ if node.hint.has(Hint::HEADER) => !self.is_inside_text(at),
            _ => node.hint.has(Hint::META) && sums.prose == 0 && sums.text < 300 && sums.headings == 0,
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
        for (line_node, mark) in &outline.marks {
            if self.is_cut(*line_node) {
                continue;
            }
            let unit = self.unit_of(*line_node);
            let end = self.outline.node(self.outline.node(unit).parent as usize).next as usize;
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
            let teasers = sums.is_linked(35) || sums.linked_headings >= 2;
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

    /// Cuts lists of links, teasers and replies out of the region.
    pub(super) fn prune(&mut self, region: usize) {
        let end = self.outline.node(region).next as usize;
        let whole = self.sums(region);
        let mut at = region;
        while at < end {
            let node = self.outline.node(at);
            if at != region && (self.is_cut(at) || self.is_all_links(at)) {
                self.cut(at);
                at = (node.next as usize).max(at.saturating_add(1));
                continue;
            }
            self.cut_series(at, &whole);
            at = at.saturating_add(1);
        }
    }

    fn is_all_links(&self, at: usize) -> bool {
        let (node, sums) = (self.outline.node(at), self.sums(at));
        match node.kind {
            Kind::Paragraph | Kind::Heading | Kind::Cell | Kind::Row => {
                sums.is_linked(90) && sums.text < 100 && node.kind == Kind::Paragraph
            }
            Kind::Item | Kind::Term => false,
            _ => sums.is_linked(60) && sums.prose == 0,
        }
    }

    /// Three or more alike that each have a linked heading or an age are teasers or replies.
    fn cut_series(&mut self, parent: usize, whole: &Sums) {
        let children: Vec<usize> = self.outline.children(parent).filter(|at| !self.is_cut(*at)).collect();
        if children.len() < SERIES {
            return;
        }
        let mut rest = children.as_slice();
        while let Some(first) = rest.first() {
            let look = self.outline.node(*first).look;
            let alike = rest.iter().take_while(|at| self.outline.node(**at).look == look).count();
            let (series, after) = rest.split_at_checked(alike.max(1)).unwrap_or((rest, &[]));
            rest = after;
            if series.len() >= SERIES && self.is_beside_text(series, whole) {
                series.iter().for_each(|at| self.cut(*at));
            }
        }
    }

    fn is_beside_text(&self, series: &[usize], whole: &Sums) -> bool {
        let counts = |test: fn(&Sums) -> bool| {
            let fitting = series.iter().filter(|at| test(&self.sums(**at))).count();
            fitting.saturating_mul(3) >= series.len().saturating_mul(2)
        };
        let teasers = counts(|sums| sums.linked_headings > 0 || sums.is_linked(95));
        let replies = counts(|sums| sums.ages > 0);
        let prose: u32 = series.iter().map(|at| self.sums(*at).prose).sum();
        let small = u64::from(prose).saturating_mul(10) <= u64::from(whole.prose).saturating_mul(6);
        (teasers || replies) && small && whole.prose > prose
    }
}
