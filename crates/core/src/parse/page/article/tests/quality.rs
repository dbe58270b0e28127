//! Whole pages of several designs in small: the main text and nothing but it, by words.

use std::collections::HashMap;

use super::*;

/// Worse than this on any page is a regression.
const FLOOR: f64 = 0.97;

struct Labelled {
    name: &'static str,
    html: String,
    gold: String,
}

const ENGLISH: [&str; 5] = [
    "The harbour authority opened the second phase of the bridge on Tuesday, and officials said the costs stayed low.",
    "According to people who know the matter, the council rejected a survey of winter storms last month.",
    "Nobody should expect growth from this, the chief engineer told reporters, who had asked about the risk.",
    "The first results are expected in eight weeks; no decision has been taken on the remaining sites.",
    "Critics pointed to the missing figures. A spokeswoman would not comment on the details.",
];

const CHINESE: [&str; 5] = [
    "港务局本周二启动了大桥二期工程，有关负责人表示，成本将控制在八亿元以内。",
    "据知情人士透露，市政府上个月否决了冬季风暴调查方案，多名委员要求进行二次评估。",
    "总工程师对记者表示，不应指望由此带来增长，该模型自去年起就已经过检验。",
    "首批结果预计在八周后公布，其余地点尚未作出决定。",
    "有观点认为相关数据并不完整，发言人没有就细节作出回应。",
];

fn menu(words: &[&str]) -> String {
    let items = words
        .iter()
        .map(|word| format!("<li><a href=/{word}>{word}</a></li>"));
    format!("<ul>{}</ul>", items.collect::<String>())
}

fn pages(lines: &[&str; 5], words: &[&str], other: &str) -> Vec<Labelled> {
    let gold = lines.join("\n");
    let title = words.first().copied().unwrap_or("");
    let (menu, paragraphs) = (
        menu(words),
        lines.map(|line| format!("<p>{line}</p>")).concat(),
    );
    let breaks = lines.join("<br><br>\n&nbsp;&nbsp;");
    let boxes = lines
        .map(|line| format!("<div class=x1><div><span>{line}</span></div></div>"))
        .concat();
    let teasers =
        format!("<div class=z9><h3><a href=/1>{title} {title}</a></h3><p>{other}</p></div>")
            .repeat(6);
    let designs = [
        (
            "semantic",
            format!(
                "<header>{menu}</header><main><article><h1>{title}</h1>{paragraphs}</article></main><aside>{teasers}</aside><footer>{menu}</footer>"
            ),
        ),
        (
            "tables",
            format!(
                "<table><tr><td>{menu}</td><td><table><tr><td><font size=3>{breaks}</font></td></tr></table></td><td>{menu}</td></tr></table>"
            ),
        ),
        (
            "boxes",
            format!(
                "<div><div>{menu}</div><div><h1>{title}</h1><div>{boxes}</div></div><div>{teasers}</div></div>"
            ),
        ),
        (
            "one form",
            format!(
                "<form action=.><div>{menu}</div><div><h1>{title}</h1><div>{paragraphs}</div></div></form>"
            ),
        ),
        (
            "switches",
            format!(
                "<div class='page no-sidebar menu-open'><div class=nav>{menu}</div><div class='with-share txt'><h1>{title}</h1>{paragraphs}</div><div class=readnext>{teasers}</div></div>"
            ),
        ),
    ];
    let labelled = designs.into_iter().map(|(name, body)| Labelled {
        name,
        html: format!("<!doctype html><html><head><title>{title}</title><style>p{{}}</style></head><body>{body}<script>if (a<b) x('</p>')</script></body></html>"),
        gold: format!("{title}\n{gold}"),
    });
    labelled.collect()
}

/// F1 over bags of characters' pairs: words would need a dictionary for Chinese.
fn f1(found: &str, gold: &str) -> f64 {
    let bag = |text: &str| {
        let letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
        let mut bag: HashMap<(char, char), usize> = HashMap::new();
        for pair in letters.windows(2) {
            *bag.entry((pair[0], pair[1])).or_default() += 1;
        }
        bag
    };
    let (found, gold) = (bag(found), bag(gold));
    let hits: usize = found
        .iter()
        .map(|(pair, n)| (*n).min(gold.get(pair).copied().unwrap_or(0)))
        .sum();
    let sizes = found.values().sum::<usize>() + gold.values().sum::<usize>();
    2.0 * hits as f64 / sizes as f64
}

fn assert_good(pages: Vec<Labelled>) {
    for page in pages {
        let found = seen(&page.html);
        let score = f1(&format!("{}\n{}", found.title, found.text), &page.gold);
        assert!(score >= FLOOR, "{}: {score:.3}\n{}", page.name, found.text);
    }
}

#[test]
fn english_pages_give_their_main_text() {
    let words = [
        "Bridge", "World", "Politics", "Business", "Science", "Health", "Sports", "Culture",
    ];
    assert_good(pages(
        &ENGLISH,
        &words,
        "The museum tested a store of battery cells late in the evening, and more.",
    ));
}

#[test]
fn chinese_pages_give_their_main_text() {
    let words = [
        "大桥", "国际", "时政", "财经", "科技", "健康", "体育", "文化",
    ];
    assert_good(pages(
        &CHINESE,
        &words,
        "省博物馆当晚测试了储能电池项目，约三成的居民提出了这一要求。",
    ));
}
