//! Lines that change without meaning, or that are no text of the page: told by the whole line.
//!
//! A sentence that merely holds such words stays; only short lines that consist of them go.

mod counter;

use crate::facts::time;

/// Longer lines are text.
pub(super) const LONGEST_BYTES: usize = 160;

/// How short lines begin that are no text, by their first letter.
fn labels(first: u8) -> &'static [&'static str] {
    match first {
        b't' => &[
            "tags:",
            "tagged:",
            "topics:",
            "topic:",
            "this site uses cookies",
            "this website uses cookies",
        ],
        b'f' => &["filed under", "follow us"],
        b'p' => &["posted in", "previous:"],
        b's' => &[
            "share this",
            "share on",
            "share:",
            "see also:",
            "skip to",
            "subscribe to our",
            "sign up for",
        ],
        b'r' => &["read more:", "read also:", "related:"],
        b'a' => &["also read:"],
        b'n' => &["next:"],
        b'b' => &["back to top"],
        b'w' => &[
            "was this article helpful",
            "was this page helpful",
            "was this helpful",
            "we use cookies",
        ],
        0xE4..=0xE9 => &[
            "责任编辑",
            "责编",
            "编辑:",
            "上一篇",
            "下一篇",
            "上一页",
            "下一页",
            "相关阅读:",
            "相关新闻:",
            "延伸阅读:",
            "推荐阅读:",
            "关键词:",
            "标签:",
            "分享到",
            "分享至",
            "这篇文章有帮助吗",
            "扫一扫",
        ],
        _ => &[],
    }
}

/// Lines of a word or two that are buttons or signs.
fn is_sign(line: &str) -> bool {
    matches!(
        line,
        "anzeige"
            | "werbung"
            | "publicité"
            | "advertisement"
            | "advertisements"
            | "sponsored"
            | "sponsored content"
            | "ad"
            | "share"
            | "print"
            | "print this page"
            | "email"
            | "save"
            | "reply"
            | "like"
            | "copy"
            | "copy link"
            | "read more"
            | "continue reading"
            | "show more"
            | "load more"
            | "see more"
            | "learn more"
            | "apply"
            | "apply now"
            | "apply for this job"
            | "apply for this position"
            | "apply online"
            | "log in"
            | "login"
            | "sign in"
            | "sign up"
            | "subscribe"
            | "subscribe now"
            | "register"
            | "menu"
            | "search"
            | "close"
            | "top"
            | "广告"
            | "分享"
            | "打印"
            | "打印本页"
            | "关闭窗口"
            | "收藏"
            | "返回顶部"
            | "阅读全文"
            | "展开全文"
            | "查看更多"
            | "申请职位"
            | "投递简历"
            | "立即申请"
            | "登录"
    )
}

/// Whether the line, which has single blanks, is nothing to keep.
pub(super) fn is_noise(line: &str) -> bool {
    const LONGEST_SIGN: usize = 32;
    if line.len() > LONGEST_BYTES || line.is_empty() {
        return false;
    }
    let lower = line.to_ascii_lowercase();
    let sentence = lower.ends_with(['.', '。', '!', '！', '?', '？']);
    let first = lower.bytes().next().unwrap_or(0);
    let labelled = !sentence && labels(first).iter().any(|label| lower.starts_with(label));
    labelled
        || (lower.len() <= LONGEST_SIGN && is_sign(lower.trim_matches([':', '-', ' ', '.'])))
        || is_legal(&lower)
        || is_technical(&lower)
        || parts(&lower).all(is_moving)
}

fn parts(line: &str) -> impl Iterator<Item = &str> {
    let parts = line.split(['|', '·', '•', '/', ';']);
    let parts = parts.flat_map(|part| part.split(", ")).map(str::trim);
    parts.filter(|part| !part.is_empty())
}

/// Ages, counters and clocks.
pub(super) fn is_moving(part: &str) -> bool {
    let counts = part.bytes().any(|byte| byte.is_ascii_digit());
    (counts && (counter::is_counter(part) || is_clock(part))) || is_age(part)
}

/// `10:35:02`, also behind a word that says that it is now.
fn is_clock(part: &str) -> bool {
    const LEADS: [&str; 5] = ["now", "time", "it is", "当前时间", "现在时间"];
    let lead = LEADS.iter().find_map(|lead| part.strip_prefix(lead));
    let clock = lead.unwrap_or(part).trim_matches([':', ' ', '(', ')']);
    let fields = clock.split(':');
    let numbers = fields
        .clone()
        .all(|field| field.len() == 2 && field.bytes().all(|byte| byte.is_ascii_digit()));
    numbers && (fields.count() == 3 || (lead.is_some() && clock.contains(':')))
}

/// `Refreshed 3 hours ago`, `3分钟前更新`: a time that is counted from now, and at most the word
/// for what happened then.
pub(super) fn is_age(part: &str) -> bool {
    const LEADS: [&str; 17] = [
        "last updated",
        "last modified",
        "updated",
        "refreshed",
        "posted",
        "published",
        "modified",
        "edited",
        "checked",
        "active",
        "seen",
        "最后更新",
        "更新于",
        "发布于",
        "发表于",
        "更新时间",
        "更新",
    ];
    const TAILS: [&str; 5] = ["更新", "发布", "发表", "刷新", "编辑"];
    let rest = LEADS
        .iter()
        .find_map(|lead| part.strip_prefix(lead))
        .unwrap_or(part);
    let rest = rest.trim_matches([':', ' ', '(', ')']);
    let rest = TAILS
        .iter()
        .find_map(|tail| rest.strip_suffix(tail))
        .unwrap_or(rest);
    if rest.len() > 40 || !could_be_age(rest) {
        return false;
    }
    // Any moment will do: only whether it is counted from one is asked.
    let given = time::Given {
        now_ms: 1_700_000_000_000,
        ..time::Given::default()
    };
    time::read(rest, &given).is_ok_and(|moment| moment.is_relative)
}

fn could_be_age(text: &str) -> bool {
    text.ends_with("ago") || text.ends_with('前') || matches!(text, "just now" | "刚刚" | "刚才")
}

/// Who holds the rights, as the last line of a page says.
fn is_legal(lower: &str) -> bool {
    const STARTS: [&str; 5] = [
        "©",
        "copyright ©",
        "copyright (c)",
        "版权所有",
        "all rights reserved",
    ];
    STARTS.iter().any(|start| lower.starts_with(start))
}

/// What servers write about themselves.
fn is_technical(lower: &str) -> bool {
    const STARTS: [&str; 12] = [
        "page built in",
        "page generated in",
        "page rendered in",
        "page loaded in",
        "generated in",
        "processed in",
        "rendered in",
        "session id",
        "session:",
        "request id",
        "csrf",
        "页面执行时间",
    ];
    let starts = STARTS.iter().any(|start| lower.starts_with(start));
    starts && lower.bytes().any(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_only_move_are_noise() {
        for line in [
            "Refreshed 3 hours ago",
            "Refreshed 26 minutes ago",
            "3分钟前更新",
            "更新于 2小时前",
            "123 views",
            "1.2k views | 34 comments",
            "阅读 1,234",
            "阅读: 1234 评论: 5",
            "浏览次数:88",
            "Page built in 0.123 s, 14 queries.",
            "14 queries",
            "10:35:02",
            "Session: 9f3a11c0",
            "Advertisement",
            "责任编辑:某某",
            "just now",
        ] {
            assert!(is_noise(line), "{line}");
        }
    }

    #[test]
    fn prose_about_the_same_stays() {
        for line in [
            "The film had 123 views on its first day.",
            "He arrived 3 hours ago and left.",
            "Doors open at 10:35.",
            "3 rooms",
            "14",
            "Tags are attached to every parcel.",
            "阅读是一种习惯。",
            "Office closed on 1 October 2026.",
        ] {
            assert!(!is_noise(line), "{line}");
        }
    }
}
