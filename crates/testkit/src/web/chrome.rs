//! What stands on a page around its posting and moves every day: menus, counters, clocks, tokens,
//! ads, related postings, builds of scripts. None of it is the posting's.

use super::dress::Dress;
use super::markup::escape;

/// The words of one language.
pub(super) struct Words {
    menu: &'static [&'static str],
    promotions: &'static [&'static str],
    related: &'static [&'static str],
    pub(super) related_head: &'static str,
    pub(super) apply: &'static str,
    share: &'static str,
    search: &'static str,
    consent: &'static str,
    imprint: &'static str,
}

pub(super) const ENGLISH: Words = Words {
    menu: &[
        "Home",
        "Jobs",
        "Teams",
        "Locations",
        "About us",
        "Stories",
        "Log in",
    ],
    promotions: &[
        "Sponsored: Learn to weld in six weeks",
        "Sponsored: Fly to the coast from 49",
        "Sponsored: The desk that stands up for you",
        "Sponsored: Payroll without the paper",
    ],
    related: &[
        "Warehouse Lead in Leipzig",
        "Night Nurse in Leeds",
        "Tram Driver in Cologne",
        "Pastry Chef in Bristol",
        "Surveyor in Calgary",
        "Head Gardener in Cardiff",
        "Locksmith in Denver",
        "Violin Teacher in Halifax",
    ],
    related_head: "Similar jobs",
    apply: "Apply now",
    share: "Share this job",
    search: "Search jobs",
    consent: "We use cookies to make this site work. Accept all or choose.",
    imprint: "Privacy · Terms · Imprint",
};

pub(super) const CHINESE: Words = Words {
    menu: &["首页", "职位", "公司", "城市", "关于我们", "登录", "注册"],
    promotions: &[
        "广告：六周学会焊接",
        "广告：周末海岛游低至四折",
        "广告：会站立的办公桌",
        "广告：无纸化薪资管理",
    ],
    related: &[
        "仓库主管（苏州）",
        "夜班护士（南京）",
        "电车司机（大连）",
        "面点师（广州）",
        "测量员（兰州）",
        "园艺主管（昆明）",
        "锁匠（天津）",
        "小提琴教师（青岛）",
    ],
    related_head: "相似职位",
    apply: "立即投递",
    share: "分享职位",
    search: "搜索职位",
    consent: "本网站使用 Cookie 以保证正常运行。",
    imprint: "隐私政策 · 用户协议 · 联系我们",
};

pub(super) const fn words(chinese: bool) -> &'static Words {
    if chinese { &CHINESE } else { &ENGLISH }
}

/// Scripts, styles and meta elements with the build and the session of the day.
pub(super) fn head(dress: &mut Dress) -> String {
    let mut all = vec![
        format!("<meta name=\"csrf-token\" content=\"{}\">\n", dress.token()),
        format!(
            "<link rel=\"stylesheet\" href=\"/assets/app.{}.css\">\n",
            dress.token()
        ),
        format!(
            "<script src=\"/assets/app.{}.js\" defer></script>\n",
            dress.token()
        ),
        format!(
            "<script>window.__BUILD__=\"{}\";window.__T__={};</script>\n",
            dress.token(),
            dress.random.below(1 << 30)
        ),
        format!(
            "<style>.c-{} {{ color: #{:06x} }}</style>\n",
            dress.token(),
            dress.random.below(1 << 24)
        ),
    ];
    dress.random.shuffle(&mut all);
    all.concat()
}

pub(super) fn menu(dress: &mut Dress, words: &Words) -> String {
    let mut entries = words.menu.to_vec();
    // A menu keeps its order and loses an entry now and then.
    if dress.random.chance(400) {
        entries.remove(dress.random.index(entries.len()));
    }
    let links = entries
        .iter()
        .map(|entry| format!("<li><a href=\"/{}\">{entry}</a></li>", dress.token()));
    format!("<ul>{}</ul>", links.collect::<String>())
}

pub(super) fn search(dress: &mut Dress, words: &Words) -> String {
    format!(
        "<form action=\"/search\"><input type=\"hidden\" name=\"csrf\" value=\"{}\">\
         <input name=\"q\" placeholder=\"{}\"><button>{}</button></form>",
        dress.token(),
        words.search,
        words.search
    )
}

/// The line below the title: how old, how often seen.
pub(super) fn byline(dress: &mut Dress, ago: &str, chinese: bool) -> String {
    let (views, asked) = (
        dress.random.between(1_000, 9_999),
        dress.random.between(2, 180),
    );
    let views = format!("{},{:03}", views / 1000, views % 1000);
    let mut pieces = match chinese {
        true => vec![
            format!("<span class=\"time\">发布于 {ago}</span>"),
            format!("<span class=\"views\">浏览：{views}次</span>"),
            format!("<span class=\"count\">{asked}人已投递</span>"),
        ],
        false => vec![
            format!("<span class=\"time\">Posted {ago}</span>"),
            format!("<span class=\"views\">{views} views</span>"),
            format!("<span class=\"count\">{asked} applicants</span>"),
        ],
    };
    if dress.random.chance(300) {
        pieces.truncate(2);
    }
    pieces.join(" · ")
}

/// Other postings, a few and other ones every day.
pub(super) fn related(dress: &mut Dress, words: &Words) -> String {
    let count = dress.random.between(3, 5) as usize;
    let names = dress.random.sample(words.related, count);
    let entries = names.iter().map(|name| {
        let age = dress.random.between(1, 23);
        let link = format!("/jobs/x{}", dress.random.below(9_999));
        format!(
            "<li><a href=\"{link}\">{}</a> <span>{age}h</span></li>",
            escape(name)
        )
    });
    let entries: String = entries.collect();
    format!("<h3>{}</h3><ul>{entries}</ul>", words.related_head)
}

pub(super) fn promotion(dress: &mut Dress, words: &Words) -> String {
    let text = dress.random.pick(words.promotions);
    format!(
        "<a href=\"https://ads.example.net/c?id={}\" rel=\"sponsored\">{text}</a>",
        dress.token()
    )
}

pub(super) fn share(dress: &mut Dress, words: &Words) -> String {
    let token = dress.token();
    format!(
        "<span>{}</span> <a href=\"https://share.example.net/?t={token}\">Facebook</a> \
         <a href=\"https://share.example.net/?x={token}\">LinkedIn</a> \
         <a href=\"mailto:?body={token}\">E-mail</a>",
        words.share
    )
}

pub(super) fn consent(words: &Words) -> String {
    format!("<p>{}</p><button>OK</button>", words.consent)
}

/// The foot of a page: when and how fast it was built, who is here.
pub(super) fn foot(dress: &mut Dress, words: &Words, clock: &str) -> String {
    let mut pieces = [
        format!("<p>{}</p>", words.imprint),
        format!(
            "<p>Page generated in 0.{:03} s, {} queries</p>",
            dress.random.below(999),
            dress.random.between(9, 40)
        ),
        format!(
            "<p><span id=\"clock\">{clock}</span> · {} users online</p>",
            dress.random.between(40, 900)
        ),
    ];
    dress.random.shuffle(&mut pieces[1..]);
    pieces.concat()
}
