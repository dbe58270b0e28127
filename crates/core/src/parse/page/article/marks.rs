//! Short lines that give away what a part of a page is: ages, prices, announcements.
//!
//! A line is told by how it begins or ends; nothing here reads more than a few words.

use super::outline::Mark;

const COMMENTS: [&str; 18] = [
    "comments",
    "comment (",
    "leave a reply",
    "leave a comment",
    "join the discussion",
    "join the conversation",
    "post a comment",
    "add a comment",
    "what do you think",
    "reader comments",
    "评论",
    "网友评论",
    "全部评论",
    "最新评论",
    "热门评论",
    "发表评论",
    "用户评论",
    "我要评论",
];

const RELATED: [&str; 40] = [
    "related",
    "you may also like",
    "you might also like",
    "you may like",
    "more from",
    "more on this",
    "more stories",
    "more news",
    "more articles",
    "recommended",
    "read next",
    "up next",
    "also read",
    "read also",
    "see also",
    "most read",
    "most popular",
    "trending",
    "popular",
    "similar",
    "latest",
    "recent posts",
    "customers also",
    "people also",
    "keep reading",
    "other releases",
    "相关",
    "推荐",
    "热门",
    "热点",
    "更多",
    "延伸阅读",
    "猜你喜欢",
    "大家都在看",
    "为你推荐",
    "看了又看",
    "相似",
    "最新",
    "接下来",
    "精彩",
];

const APPLIES: [&str; 12] = [
    "apply now",
    "apply for this",
    "apply online",
    "apply today",
    "apply here",
    "submit your application",
    "申请职位",
    "投递简历",
    "立即申请",
    "立即投递",
    "申请该职位",
    "我要应聘",
];

fn begins(text: &str, with: &str) -> bool {
    let start = text.as_bytes().get(..with.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(with.as_bytes()))
}

fn begins_with_any(text: &str, all: &[&str]) -> bool {
    all.iter().any(|with| begins(text, with))
}

/// What the line says will follow it. `12 comments` announces as `Comments (12)` does.
pub(super) fn announces(text: &str) -> Option<Mark> {
    let words = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | ',' | '条'));
    let counted = words.len() < text.len();
    if begins_with_any(words, &COMMENTS) && is_whole(words) {
        return Some(Mark::Comments);
    }
    if counted && (begins(words, "thoughts on") || begins(words, "response")) {
        return Some(Mark::Comments);
    }
    (!counted && begins_with_any(text, &RELATED) && is_whole(text)).then_some(Mark::Related)
}

/// A title of a part is a few words without an end.
fn is_whole(text: &str) -> bool {
    !text.ends_with(['.', '。', '!', '！', ';', '；', ',', '，'])
}

/// Invites to apply for a job.
pub(super) fn applies(text: &str) -> bool {
    begins_with_any(text, &APPLIES)
}

/// Ends by saying how long ago: `2 hours ago`, `3分钟前`, `5h`.
pub(super) fn is_age(text: &str) -> bool {
    let text = text.trim_end_matches(['.', ' ']);
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return begins(text, "just now") || text.ends_with("刚刚");
    }
    let ago = text.get(text.len().saturating_sub(4)..);
    if ago.is_some_and(|end| end.eq_ignore_ascii_case(" ago")) || text.ends_with('前') {
        return true;
    }
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
    let short = ["h", "m", "d", "w", "min", "hr", "hrs", "小时", "分钟", "天"];
    unit.len() < text.len() && short.contains(&unit)
}

/// Holds an amount beside a sign of money, and little else.
pub(super) fn is_price(text: &str) -> bool {
    let sign = text.contains(['$', '€', '£', '¥', '￥', '₹']) || text.ends_with('元');
    sign && text.len() < 32 && text.bytes().any(|byte| byte.is_ascii_digit())
}
