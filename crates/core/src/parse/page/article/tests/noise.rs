//! What shows of a page decides, and nothing else: noise moves no line and no fact.

use proptest::prelude::*;

use super::*;

const ENGLISH: [&str; 7] = [
    "We balance wind and storage for regional grids, minute by minute.",
    "We are 18 people today and plan to be 32 by the end of next year.",
    "What you will do",
    "Keep the platform awake through the night",
    "Hold 5 years of experience",
    "Please quote R-3336 when you write to us.",
    "The office is closed on 1 October 2026, and open again on the day after.",
];
const CHINESE: [&str; 7] = [
    "明原能源为区域电网实时调度光伏、风电与储能资源。",
    "团队目前7人，计划明年底扩充至23人。",
    "任职要求",
    "学习能力强，对新技术保持好奇心",
    "本科及以上学历，计算机等相关专业",
    "投递时请注明岗位编号R-3530。",
    "简历通过后HR将与您联系，外地候选人可安排视频面试。",
];

fn page(texts: &[String], chinese: bool) -> String {
    let [intro, team, head, one, two, quote, last] = texts else {
        panic!("a page has seven texts");
    };
    let byline = match chinese {
        true => {
            "<span>发布于 2026-09-20 10:00</span> · <span>浏览：1,234次</span> · <span>20人已投递</span>"
        }
        false => {
            "<span>Posted 2026-09-20 10:00</span> · <span>1,234 views</span> · <span>20 applicants</span>"
        }
    };
    format!(
        "<html><head><title>A post - Acme</title></head><body><div id=header><ul><li><a href=/a>关于我们</a></ul></div>\
         <table><tr><td class=left><a rel=sponsored href=/ad>Learn to weld in six weeks</a><h3>Similar jobs</h3>\
         <ul><li><a href=/x1>Night Nurse in Leeds</a> <span>5h</span></li><li><a href=/x2>Tram Driver</a> <span>7h</span></li></ul></td>\
         <td class=content><h1>A post</h1><div class=info>{byline}</div><p>{intro}</p><div>{team}</div><h3>{head}</h3>\
         <ul><li>{one}</li><li><p>{two}</p></li></ul><p>{last}</p><div>{quote}</div></td></tr></table></body></html>"
    )
}

fn read(html: &str) -> (String, readonce_model::record::Facts) {
    let parsed = parse(&Response {
        format: None,
        ..response(html)
    })
    .unwrap();
    assert_eq!(parsed.items.len(), 1, "{html}");
    let item = parsed.items.into_iter().next().unwrap();
    let canonical = canonicalize(&item.content);
    (
        format!("{}\n{}", canonical.title, canonical.text),
        item.facts,
    )
}

/// A text with noise at some of its letters, and perhaps a link around its first words.
fn noisy(
    text: &str,
    places: &[(prop::sample::Index, usize)],
    linked: Option<prop::sample::Index>,
) -> String {
    const NOISE: [&str; 7] = [
        "\u{200B}",
        "&#8203;",
        "&shy;",
        "\u{FEFF}",
        "\u{2060}",
        "&ZeroWidthSpace;",
        "\u{200E}",
    ];
    const BLANKS: [&str; 6] = ["  ", "&nbsp;", "\u{A0}", "\n\t ", "\u{2009}", "&#xa0; "];
    let mut letters: Vec<String> = text.chars().map(String::from).collect();
    for (place, kind) in places {
        let letter = &mut letters[place.index(text.chars().count())];
        match letter.as_str() {
            " " => *letter = BLANKS[kind % BLANKS.len()].to_owned(),
            _ => letter.push_str(NOISE[kind % NOISE.len()]),
        }
    }
    if let Some(end) = linked {
        let end = end.index(letters.len());
        letters[0].insert_str(0, "<a href='/faq?sid=9'>");
        letters[end].push_str("</a>");
    }
    letters.concat()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn blanks_invisible_characters_entities_and_a_link_change_nothing(
        chinese: bool,
        noise in prop::collection::vec(
            prop::collection::vec((any::<prop::sample::Index>(), 0..100_usize), 0..9), 7),
        linked in (0..7_usize, any::<prop::sample::Index>()),
    ) {
        let texts = if chinese { CHINESE } else { ENGLISH };
        let plain: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        let dressed: Vec<String> = texts.iter().zip(&noise).enumerate().map(|(at, (text, places))| {
            noisy(text, places, (linked.0 == at).then_some(linked.1))
        }).collect();
        let right = read(&page(&plain, chinese));
        for text in texts {
            prop_assert!(right.0.contains(&crate::canonical::fold(text)), "{text}: {}", right.0);
        }
        prop_assert_eq!(read(&page(&dressed, chinese)), right);
    }
}

#[test]
fn prose_gives_no_facts_and_stays() {
    for line in ENGLISH.into_iter().chain(CHINESE) {
        let html = format!("<h1>A post</h1><p>{line}</p><p>Another line of the same text.</p>");
        let read = item(&html);
        assert_eq!(read.facts.author, None, "{line}");
        assert_eq!(read.facts.published_at, None, "{line}");
        let text = canonicalize(&read.content).text;
        assert!(
            text.starts_with(&crate::canonical::fold(line)),
            "{line}: {text}"
        );
    }
}

#[test]
fn a_named_byline_gives_its_time_whatever_stands_beside_it() {
    for rest in [
        "",
        " · 1,234 views",
        " · 1,234 views · 20 applicants",
        " · open to all",
    ] {
        let page = item(&format!(
            "<h1>A post</h1><div class=info>Posted 3 hours ago{rest}</div><p>One line of text, and more of it.</p>"
        ));
        assert_eq!(
            page.facts.published_at.as_deref(),
            Some("2026-09-24T23:35:00Z"),
            "{rest}"
        );
    }
}

#[test]
fn a_class_that_is_a_digest_cuts_no_paragraph() {
    let body = "<p class='c-ad123 text'>We hire for what people can do.</p>\
                <p class='c-0ad12 text'>We are glad to adapt interviews to your needs.</p>";
    let page = seen(&format!(
        "<h1>A post</h1><div class=s1ad22xad0>{body}</div>"
    ));
    assert_eq!(
        page.text,
        "We hire for what people can do.\nWe are glad to adapt interviews to your needs."
    );
}
