//! Short lines that give away what a part of a page is: ages, prices, announcements.
//!
//! A line is told by how it begins or ends; nothing here reads more than a few words.

use super::outline::Mark;

/// How lines begin that announce words of others, by their first letter.
fn of_comments(first: u8) -> &'static [&'static str] {
    match first {
        b'c' => &["comments", "comment ("],
        b'l' => &["leave a reply", "leave a comment"],
        b'j' => &["join the discussion", "join the conversation"],
        b'p' => &["post a comment"],
        b'a' => &["add a comment"],
        b'w' => &["what do you think"],
        b'r' => &["reader comments"],
        0xE4..=0xE9 => &[
            "评论",
            "网友评论",
            "全部评论",
            "最新评论",
            "热门评论",
            "发表评论",
            "用户评论",
            "我要评论",
        ],
        _ => &[],
    }
}

/// How lines begin that announce other pages, by their first letter.
fn of_related(first: u8) -> &'static [&'static str] {
    match first {
        b'r' => &[
            "related",
            "recommended",
            "read next",
            "read also",
            "recent posts",
        ],
        b'y' => &["you may also like", "you might also like", "you may like"],
        b'm' => &[
            "more from",
            "more on this",
            "more stories",
            "more news",
            "more articles",
            "most read",
            "most popular",
        ],
        b'u' => &["up next"],
        b'a' => &["also read"],
        b's' => &["see also", "similar"],
        b't' => &["trending"],
        b'p' => &["popular", "people also"],
        b'l' => &["latest"],
        b'c' => &["customers also"],
        b'k' => &["keep reading"],
        b'o' => &["other releases"],
        0xE4..=0xE9 => &[
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
        ],
        _ => &[],
    }
}

fn begins(text: &str, with: &str) -> bool {
    let start = text.as_bytes().get(..with.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(with.as_bytes()))
}

fn begins_with_any(text: &str, all: fn(u8) -> &'static [&'static str]) -> bool {
    let first = text.bytes().next().unwrap_or(0).to_ascii_lowercase();
    all(first).iter().any(|with| begins(text, with))
}

/// What the line says will follow it. `12 comments` announces as `Comments (12)` does.
pub(super) fn announces(text: &str) -> Option<Mark> {
    let words =
        text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | ',' | '条'));
    let counted = words.len() < text.len();
    if begins_with_any(words, of_comments) && is_whole(words) {
        return Some(Mark::Comments);
    }
    if counted && (begins(words, "thoughts on") || begins(words, "response")) {
        return Some(Mark::Comments);
    }
    (!counted && begins_with_any(text, of_related) && is_whole(text)).then_some(Mark::Related)
}

/// A title of a part is a few words without an end.
fn is_whole(text: &str) -> bool {
    !text.ends_with(['.', '。', '!', '！', ';', '；', ',', '，'])
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
    let short = ["h", "m", "d", "w", "min", "hr", "hrs", "小时", "分钟", "天"];
    let is_short = |text: &str| {
        let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
        unit.len() < text.len() && short.contains(&unit)
    };
    is_short(text) || text.rsplit(' ').next().is_some_and(is_short)
}

/// Holds an amount beside a sign of money, and little else.
pub(super) fn is_price(text: &str) -> bool {
    text.len() < 32
        && text.bytes().any(|byte| byte.is_ascii_digit())
        && (text.contains(['$', '€', '£', '¥', '￥', '₹']) || text.ends_with('元'))
}
