//! Counters: a number and the word for what is counted, in either order.

const UNITS: [&str; 37] = [
    "view",
    "views",
    "read",
    "reads",
    "share",
    "shares",
    "like",
    "likes",
    "comment",
    "comments",
    "reply",
    "replies",
    "click",
    "clicks",
    "vote",
    "votes",
    "rating",
    "ratings",
    "query",
    "queries",
    "visits",
    "followers",
    "次浏览",
    "次阅读",
    "人阅读",
    "阅读",
    "评论",
    "条评论",
    "点赞",
    "人气",
    "浏览",
    "点击",
    "次点击",
    "收藏",
    "转发",
    "人浏览",
    "次播放",
];

const LABELS: [&str; 22] = [
    "views",
    "reads",
    "hits",
    "shares",
    "likes",
    "comments",
    "read",
    "阅读量",
    "阅读数",
    "阅读次数",
    "阅读",
    "浏览量",
    "浏览次数",
    "浏览",
    "点击量",
    "点击数",
    "点击",
    "人气",
    "评论数",
    "评论",
    "播放",
    "访问量",
];

/// `123 views`, `阅读 1,234`, and rows of such.
pub(super) fn is_counter(part: &str) -> bool {
    let mut words = part.split_whitespace().peekable();
    if words.peek().is_none() {
        return false;
    }
    let unlabelled = part.trim_end_matches('.');
    is_number_of_unit(unlabelled) || is_labelled_row(unlabelled)
}

fn is_number_of_unit(part: &str) -> bool {
    let rest = after_number(part);
    rest.len() < part.len() && UNITS.contains(&rest.trim())
}

/// One or more of `label: number`.
fn is_labelled_row(part: &str) -> bool {
    let mut rest = part.trim();
    while !rest.is_empty() {
        let Some(after) = LABELS.iter().find_map(|label| rest.strip_prefix(label)) else {
            return false;
        };
        let value = after.trim_start_matches([':', ' ', '(']);
        let behind = after_number(value);
        if behind.len() == value.len() {
            return false;
        }
        rest = behind.trim_start_matches([')', ' ', '次']);
    }
    true
}

/// What follows a number such as `1,234`, `1.2k`, `3万`.
fn after_number(text: &str) -> &str {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ',' | '.'));
    let counted = digits.len() < text.len() && text.starts_with(|c: char| c.is_ascii_digit());
    if !counted {
        return text;
    }
    let unit = digits.strip_prefix(['k', 'm', '万', '亿', '+']);
    match unit {
        Some(rest) if rest.is_empty() || rest.starts_with([' ', '次', '人', '阅', '浏']) => {
            rest
        }
        _ => digits,
    }
}
