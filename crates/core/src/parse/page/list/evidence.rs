//! Whether rows are what the page is for, and what kind of thing they are.

use super::groups::Measures;
use super::row::{Link, Row};
use crate::item::Kind;
use crate::parse::dom::{NodeId, Tree};
use crate::parse::page::outline::{walk, weight};

/// Letters of a link that reads like a title.
const TITLE: usize = 8;
/// Letters of one that is no entry of a menu.
const LONG_TITLE: usize = 20;
/// Letters of a line outside the rows that is prose.
const SENTENCE: usize = 80;
/// The same where it ends as a sentence does.
const SHORT_SENTENCE: usize = 30;
/// Prose that rows under "related" may have beside them.
const PROSE_BESIDE_RELATED: usize = 150;
/// Text beside a title, in titles, beyond which the row is a post and its link the author.
const MOST_BESIDE: usize = 8;

/// How much speaks for the rows; `None` when they make no list. A source that is declared a list
/// needs no proof that the page is for them.
pub(super) fn score(
    tree: &Tree,
    measures: &Measures,
    rows: &[Row],
    declared: bool,
) -> Option<usize> {
    let titles = Titles::of(rows.iter().map(|row| row.title.as_str()));
    let timed = rows.iter().filter(|row| row.time.is_some()).count();
    let priced = rows.iter().filter(|row| row.amount.is_some()).count();
    let half = rows.len().div_ceil(2);
    let half_of = |count: usize| count >= half;
    let dated = titles.are_half() && (half_of(timed) || half_of(priced));
    if !(dated || titles.are_long()) || !lead_apart(rows) || (!dated && are_posts(rows)) {
        return None;
    }
    let ids: Vec<NodeId> = rows.iter().map(|row| row.id).collect();
    let ids = ids.as_slice();
    let inside = inside(tree, measures, ids);
    if is_the_page(heaviest(tree, measures, ids), inside) || holds_headline(tree, rows) {
        return None;
    }
    let page = Page {
        tree,
        rows,
        inside,
        around: Around::of(tree, rows),
    };
    if !declared && !page.is_for_the_rows() {
        return None;
    }
    const TIME: usize = 10;
    let titles: usize = rows.iter().map(|row| weight(&row.title).min(60)).sum();
    Some(titles.saturating_add((timed.max(priced)).saturating_mul(TIME)))
}

/// Whether the rows may make a list by their titles: asked before all else of them is read.
pub(super) fn have_titles(links: &[Link]) -> bool {
    let titles = Titles::of(links.iter().map(|link| link.title.as_str()));
    titles.are_half() || titles.are_long()
}

/// How many links read like titles.
struct Titles {
    all: usize,
    titled: usize,
    long: usize,
}

impl Titles {
    fn of<'t>(titles: impl Iterator<Item = &'t str>) -> Self {
        let mut found = Self {
            all: 0,
            titled: 0,
            long: 0,
        };
        for title in titles {
            found.all = found.all.saturating_add(1);
            let add = |count: usize, least: usize| {
                count.saturating_add(usize::from(is_title(title, least)))
            };
            found.titled = add(found.titled, TITLE);
            found.long = add(found.long, LONG_TITLE);
        }
        found
    }

    /// Enough where a time or a price stands beside them.
    fn are_half(&self) -> bool {
        self.titled >= 2 && self.titled >= self.all.div_ceil(2)
    }

    /// Enough by themselves.
    fn are_long(&self) -> bool {
        self.long >= 3 && self.long.saturating_mul(5) >= self.all.saturating_mul(3)
    }
}

/// Letters in the rows.
fn inside(tree: &Tree, measures: &Measures, rows: &[NodeId]) -> usize {
    let texts = rows
        .iter()
        .filter_map(|id| Some(measures.text(*id, tree.node(*id)?)));
    texts.sum()
}

/// Letters in the row that has most of them.
fn heaviest(tree: &Tree, measures: &Measures, rows: &[NodeId]) -> usize {
    let texts = rows
        .iter()
        .filter_map(|id| Some(measures.text(*id, tree.node(*id)?)));
    texts.max().unwrap_or(0)
}

/// Whether a third of the page's text at least is in the rows: asked before they are read.
pub(super) fn fills_the_page(tree: &Tree, measures: &Measures, rows: &[NodeId]) -> bool {
    let root = tree.node(Tree::ROOT);
    let all = root.map_or(0, |root| measures.text(Tree::ROOT, root));
    inside(tree, measures, rows).saturating_mul(3) >= all
}

/// Long enough, and of more than one word.
fn is_title(text: &str, least: usize) -> bool {
    let words = text.split_whitespace().count();
    let dense = text
        .chars()
        .filter(|c| crate::canonical::is_dense(*c))
        .count();
    weight(text) >= least && (words >= 2 || dense >= 4)
}

/// Rows of a list lead to different things.
fn lead_apart(rows: &[Row]) -> bool {
    let mut links: Vec<&str> = rows.iter().map(|row| row.link.as_str()).collect();
    links.sort_unstable();
    links.dedup();
    links.len().saturating_mul(10) >= rows.len().saturating_mul(7)
}

/// Posts of a thread: a name that links to its owner, and much text of theirs.
fn are_posts(rows: &[Row]) -> bool {
    let is_post = |row: &&Row| {
        let title = weight(&row.title);
        !row.is_headed && row.beside > title.saturating_mul(MOST_BESIDE)
    };
    rows.iter().filter(is_post).count().saturating_mul(2) > rows.len()
}

/// Rows are alike: one that outweighs all others by far is the page itself, cut in two.
fn is_the_page(heaviest: usize, inside: usize) -> bool {
    const HEAVY: usize = 300;
    heaviest >= HEAVY && heaviest.saturating_mul(5) > inside.saturating_mul(4)
}

/// The only main heading of the page, which leads nowhere, stands in a row.
fn holds_headline(tree: &Tree, rows: &[Row]) -> bool {
    let mut headings = tree
        .inside(Tree::ROOT)
        .filter(|(_, node)| node.is_named("h1"));
    let (Some((id, _)), None) = (headings.next(), headings.next()) else {
        return false;
    };
    let inner = tree.inside(id).any(|(_, node)| node.is_link());
    let outer = tree.ancestors(id).any(|(_, node)| node.is_link());
    let ends = |row: &Row| tree.node(row.id).map_or(row.id, |node| node.end);
    !(inner || outer) && rows.iter().any(|row| (row.id..ends(row)).contains(&id))
}

struct Page<'t, 'a> {
    tree: &'t Tree<'a>,
    rows: &'t [Row],
    inside: usize,
    around: Around,
}

impl Page<'_, '_> {
    /// More text in the rows than prose around them, and no appendix of an article.
    fn is_for_the_rows(&self) -> bool {
        let prose = self.around.prose;
        let beside = prose >= PROSE_BESIDE_RELATED;
        self.inside > prose
            && !(beside && is_related(self.tree, self.rows))
            && !(beside && self.is_headlined())
    }

    /// The page's title stands over a text, with its own time or with much text.
    fn is_headlined(&self) -> bool {
        const MUCH_PROSE: usize = 400;
        let half = self.rows.len().div_ceil(2);
        let priced = self.rows.iter().filter(|row| row.amount.is_some()).count();
        let jobs = self
            .rows
            .iter()
            .filter(|row| leads_to_job(&row.link))
            .count();
        let intro = priced >= half || jobs >= half;
        self.around.has_headline
            && (self.around.has_time || (self.around.prose >= MUCH_PROSE && !intro))
    }
}

/// What stands outside the rows, navigation left out.
#[derive(Default)]
struct Around {
    /// Letters of sentences that are no links.
    prose: usize,
    /// The page's title as a line of its own.
    has_headline: bool,
    /// A time soon after the headline.
    has_time: bool,
}

impl Around {
    fn of(tree: &Tree, rows: &[Row]) -> Self {
        /// Lines behind the headline in which a byline stands.
        const BYLINE_LINES: usize = 8;
        let headline = headline(tree);
        let mut around = Self::default();
        let mut ends = rows
            .iter()
            .filter_map(|row| Some((row.id, tree.node(row.id)?.end)));
        let mut row = ends.next();
        let (mut line, mut letters, mut lines_left) = (None, 0_usize, 0);
        let mut ended = false;
        let settle = |letters: usize, ended: bool| match ended {
            _ if letters >= SENTENCE => letters,
            true if letters >= SHORT_SENTENCE => letters,
            _ => 0,
        };
        walk(tree, |id, node, region| {
            while row.is_some_and(|(_, end)| id >= end) {
                row = ends.next();
            }
            let in_row = row.is_some_and(|(start, _)| id >= start);
            if !node.is_text() || in_row || region.in_navigation || region.in_link {
                return;
            }
            if line != Some(node.line()) {
                around.prose = around.prose.saturating_add(settle(letters, ended));
                (line, letters) = (Some(node.line()), 0);
            }
            letters = letters.saturating_add(weight(node.text()));
            let text = node.text().trim();
            ended = text.ends_with(['.', '!', '?', '。', '！', '？']);
            if headline.as_deref() == Some(text) {
                around.has_headline = true;
                lines_left = BYLINE_LINES;
            } else if lines_left > 0 && !text.is_empty() {
                lines_left -= 1;
                around.has_time |= super::row::time_in(text).is_some();
            }
        });
        around.prose = around.prose.saturating_add(settle(letters, ended));
        around
    }
}

/// The page's title without the name of its site, where it is long enough to be a headline.
fn headline(tree: &Tree) -> Option<String> {
    const HEADLINE: usize = 12;
    let title = tree.title()?;
    let first = title.split(['|', '_', '–', '—']).next().unwrap_or(&title);
    let first = first.split(" - ").next().unwrap_or(first).trim();
    (weight(first) >= HEADLINE).then(|| first.to_owned())
}

/// Whether the last heading before the rows calls them something else than the page's own.
fn is_related(tree: &Tree, rows: &[Row]) -> bool {
    const WORDS: [&str; 22] = [
        "related",
        "read next",
        "more from",
        "more stories",
        "more news",
        "you may also",
        "you might also",
        "recommended",
        "most read",
        "most popular",
        "trending",
        "see also",
        "further reading",
        "similar",
        "latest",
        "mehr zum thema",
        "à lire aussi",
        "相关",
        "推荐",
        "热门",
        "猜你喜欢",
        "延伸阅读",
    ];
    let first = rows.first().map_or(0, |row| row.id);
    let headings = tree.inside(Tree::ROOT).take_while(|(id, _)| *id < first);
    let last: Option<(NodeId, _)> = headings.filter(|(_, node)| node.is_heading()).last();
    let Some((id, _)) = last else {
        return false;
    };
    let text = tree.text(id).to_lowercase();
    WORDS.iter().any(|word| text.contains(word))
}

/// Postings where links or words say jobs, products where the rows have prices, else articles.
pub(super) fn kind(tree: &Tree, rows: &[Row], url: Option<&str>) -> Kind {
    let half = rows.len().div_ceil(2);
    let jobs = rows.iter().filter(|row| leads_to_job(&row.link)).count();
    if jobs >= half || names_jobs(tree, url) {
        return Kind::Posting;
    }
    let priced = rows.iter().filter(|row| row.amount.is_some()).count();
    match priced >= half {
        true => Kind::Product,
        false => Kind::Article,
    }
}

/// A part of the path that is a word for jobs.
fn leads_to_job(link: &str) -> bool {
    const PARTS: [&str; 18] = [
        "job",
        "jobs",
        "career",
        "careers",
        "vacancy",
        "vacancies",
        "position",
        "positions",
        "opening",
        "openings",
        "stellenangebote",
        "stellen",
        "karriere",
        "emploi",
        "offres",
        "zhaopin",
        "zhiwei",
        "recruit",
    ];
    let path = link.split(['?', '#']).next().unwrap_or(link);
    let behind = path.split_once("://").map_or(path, |(_, rest)| rest);
    behind
        .split(['/', '-', '_', '.'])
        .any(|part| PARTS.iter().any(|known| known.eq_ignore_ascii_case(part)))
}

fn names_jobs(tree: &Tree, url: Option<&str>) -> bool {
    const WORDS: [&str; 16] = [
        "jobs",
        "careers",
        "vacancies",
        "open positions",
        "job openings",
        "open roles",
        "stellenangebote",
        "offene stellen",
        "offres d'emploi",
        "empleos",
        "招聘",
        "职位",
        "岗位",
        "求人",
        "職缺",
        "工作机会",
    ];
    let headings = tree
        .inside(Tree::ROOT)
        .filter(|(_, node)| node.is_named("h1"));
    let heading = headings.map(|(id, _)| tree.text(id)).next();
    let told = [tree.title(), heading];
    let named = told.iter().flatten().any(|text| {
        let text = text.to_lowercase();
        // "Steve Jobs" and a story about jobs are long titles; a list's own title is short.
        text.chars().count() <= 60 && WORDS.iter().any(|word| text.contains(word))
    });
    named && url.is_none_or(leads_to_job) || url.is_some_and(leads_to_job)
}
