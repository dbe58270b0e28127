//! The signs of walls: words of titles, headings and texts, and marks in the source of a page.
//!
//! Order counts: the first sign that fits names the wall. How much text may stand beside a sign is
//! part of it.

use super::Wall;
use crate::parse::page::outline::Outline;

/// Where a sign is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Where {
    /// The title or a part of it between dashes and bars; the whole of it, not within it.
    Title,
    /// The title, a heading or a line of the text; the whole of it, but for a few words.
    Line,
    /// Anywhere in the visible text.
    Text,
    /// Anywhere in the source.
    Source,
}

#[derive(Debug)]
pub(super) struct Sign {
    pub(super) wall: Wall,
    pub(super) place: Where,
    words: &'static str,
    /// Letters of own text that a page with this sign may have.
    pub(super) most_text: usize,
}

const fn sign(wall: Wall, place: Where, words: &'static str, most_text: usize) -> Sign {
    Sign {
        wall,
        place,
        words,
        most_text,
    }
}

use Wall::{Captcha, Consent, Login, Maintenance, SoftNotFound};
use Where::{Line, Source, Text, Title};

/// Words are in small letters; marks of the source are as written.
pub(super) const SIGNS: &[Sign] = &[
    // Walls that name themselves in the title.
    sign(Captcha, Title, "just a moment", 1_500),
    sign(Captcha, Title, "attention required", 1_500),
    sign(Captcha, Title, "ddos-guard", 900),
    sign(Captcha, Title, "robot check", 900),
    sign(Captcha, Title, "are you a robot", 900),
    sign(Captcha, Title, "are you human", 900),
    sign(Captcha, Title, "human verification", 900),
    sign(Captcha, Title, "security verification", 900),
    sign(Captcha, Title, "security check", 900),
    sign(Captcha, Title, "captcha", 600),
    sign(Captcha, Title, "pardon our interruption", 1_500),
    sign(Captcha, Title, "access denied", 700),
    sign(Captcha, Title, "access to this page has been denied", 1_500),
    sign(Captcha, Title, "you have been blocked", 1_500),
    sign(Captcha, Title, "request unsuccessful", 700),
    sign(Captcha, Title, "verify you are human", 900),
    sign(Captcha, Title, "安全验证", 600),
    sign(Captcha, Title, "百度安全验证", 600),
    sign(Captcha, Title, "访问验证", 600),
    sign(Captcha, Title, "人机验证", 600),
    sign(Captcha, Title, "滑动验证页面", 600),
    sign(Captcha, Title, "滑块验证", 600),
    sign(Captcha, Title, "验证码", 400),
    sign(Captcha, Title, "验证中心", 400),
    sign(Captcha, Title, "验证码拦截", 600),
    sign(Captcha, Title, "访问受限", 600),
    sign(Captcha, Title, "访问过于频繁", 600),
    // Sentences that only walls address to their reader.
    sign(
        Captcha,
        Text,
        "verify you are human by completing the action below",
        1_500,
    ),
    sign(
        Captcha,
        Text,
        "verifying you are human. this may take a few seconds",
        1_500,
    ),
    sign(
        Captcha,
        Text,
        "checking your browser before accessing",
        1_200,
    ),
    sign(
        Captcha,
        Text,
        "checking if the site connection is secure",
        1_200,
    ),
    sign(
        Captcha,
        Text,
        "needs to review the security of your connection",
        1_200,
    ),
    sign(
        Captcha,
        Text,
        "enable javascript and cookies to continue",
        900,
    ),
    sign(Captcha, Text, "press & hold to confirm you are", 1_200),
    sign(Captcha, Text, "press and hold the button", 700),
    sign(Captcha, Text, "you don't have permission to access", 700),
    sign(Captcha, Text, "incapsula incident id", 900),
    sign(Captcha, Text, "sucuri website firewall", 1_200),
    sign(
        Captcha,
        Text,
        "please enable js and disable any ad blocker",
        500,
    ),
    sign(
        Captcha,
        Text,
        "unusual traffic from your computer network",
        1_500,
    ),
    sign(Captcha, Text, "automated access to this", 700),
    sign(Captcha, Text, "to discuss automated access to", 900),
    sign(Captcha, Text, "enter the characters you see below", 900),
    sign(Captcha, Text, "confirm you are not a robot", 700),
    sign(Captcha, Text, "confirm that you are not a robot", 700),
    sign(Captcha, Text, "checking that you are human", 500),
    sign(
        Captcha,
        Text,
        "please complete the security check to access",
        1_500,
    ),
    sign(Captcha, Text, "请完成安全验证", 700),
    sign(Captcha, Text, "请进行安全验证", 700),
    sign(Captcha, Text, "请完成下列验证后继续", 700),
    sign(Captcha, Text, "请按住滑块", 700),
    sign(Captcha, Text, "拖动滑块", 500),
    sign(Captcha, Text, "向右滑动完成验证", 700),
    sign(Captcha, Text, "点击按钮进行验证", 500),
    sign(Captcha, Text, "请输入验证码以继续", 600),
    sign(Captcha, Text, "您的访问过于频繁", 600),
    sign(Captcha, Text, "检测到异常访问", 600),
    sign(Captcha, Text, "异常访问请求", 600),
    sign(Captcha, Text, "系统检测到您的网络环境存在异常", 700),
    // Marks of the walls' own programs, on pages that show next to nothing.
    sign(Captcha, Source, "_cf_chl_opt", 900),
    sign(Captcha, Source, "cf-chl-widget", 900),
    sign(Captcha, Source, "cf-error-details", 1_200),
    sign(Captcha, Source, "captcha-delivery.com", 300),
    sign(Captcha, Source, "id=\"px-captcha\"", 900),
    sign(Captcha, Source, "window._pxUuid", 300),
    sign(Captcha, Source, "_Incapsula_Resource", 200),
    sign(Captcha, Source, "errors.edgesuite.net", 500),
    sign(Captcha, Source, "sec-if-cpt-container", 500),
    sign(Captcha, Source, "awsWafCookieDomainList", 300),
    sign(Captcha, Source, "gokuProps", 300),
    sign(Captcha, Source, "/_____tmd_____/punish", 500),
    sign(Captcha, Source, "x5secdata", 500),
    sign(Captcha, Source, "AliyunCaptcha", 300),
    sign(Captcha, Source, "initGeetest", 200),
    sign(Captcha, Source, "TencentCaptcha", 200),
    sign(Captcha, Source, "g-recaptcha", 160),
    sign(Captcha, Source, "h-captcha", 160),
    sign(Captcha, Source, "cf-turnstile", 160),
    sign(Captcha, Source, "hcaptcha.com/1/api.js", 160),
    sign(Captcha, Source, "recaptcha/api.js", 100),
    // Only for members.
    sign(Login, Text, "请登录后查看", 300),
    sign(Login, Text, "请先登录后", 300),
    sign(Login, Text, "登录后才能查看", 300),
    sign(Login, Text, "登录后可查看", 200),
    sign(Login, Text, "您需要登录", 300),
    sign(Login, Text, "您需要先登录", 300),
    sign(Login, Text, "please log in to continue", 300),
    sign(Login, Text, "please sign in to continue", 300),
    sign(Login, Text, "you must be logged in to", 300),
    sign(Login, Text, "you need to be logged in to", 300),
    sign(Login, Text, "you need to sign in to", 300),
    sign(Login, Text, "log in to view this page", 300),
    sign(Login, Text, "sign in to view this page", 300),
    // Gone, with status 200.
    sign(SoftNotFound, Title, "404", 600),
    sign(SoftNotFound, Title, "error 404", 600),
    sign(SoftNotFound, Title, "404 error", 600),
    sign(SoftNotFound, Title, "not found", 400),
    sign(SoftNotFound, Line, "404 not found", 600),
    sign(SoftNotFound, Line, "page not found", 600),
    sign(SoftNotFound, Line, "page does not exist", 600),
    sign(SoftNotFound, Line, "page doesn't exist", 600),
    sign(SoftNotFound, Line, "page no longer exists", 600),
    sign(SoftNotFound, Line, "page could not be found", 600),
    sign(SoftNotFound, Line, "page can't be found", 600),
    sign(
        SoftNotFound,
        Line,
        "page you requested could not be found",
        600,
    ),
    sign(SoftNotFound, Line, "page you are looking for", 600),
    sign(SoftNotFound, Line, "job is no longer available", 600),
    sign(
        SoftNotFound,
        Line,
        "job is no longer accepting applications",
        400,
    ),
    sign(SoftNotFound, Line, "job has expired", 400),
    sign(SoftNotFound, Line, "job not found", 600),
    sign(SoftNotFound, Line, "job you are looking for", 600),
    sign(SoftNotFound, Line, "position is no longer available", 600),
    sign(SoftNotFound, Line, "position has been filled", 400),
    sign(SoftNotFound, Line, "position has been closed", 400),
    sign(SoftNotFound, Line, "posting is no longer available", 600),
    sign(SoftNotFound, Line, "posting has been removed", 600),
    sign(SoftNotFound, Line, "product not found", 600),
    sign(SoftNotFound, Line, "product is no longer available", 400),
    sign(SoftNotFound, Line, "item is no longer available", 400),
    sign(SoftNotFound, Line, "article not found", 600),
    sign(SoftNotFound, Line, "content is no longer available", 400),
    sign(SoftNotFound, Line, "content not found", 400),
    sign(SoftNotFound, Line, "seite nicht gefunden", 600),
    sign(SoftNotFound, Line, "stelle ist nicht mehr verfügbar", 600),
    sign(SoftNotFound, Line, "page introuvable", 600),
    sign(SoftNotFound, Line, "página no encontrada", 600),
    sign(SoftNotFound, Line, "ページが見つかりません", 600),
    sign(SoftNotFound, Line, "页面不存在", 600),
    sign(SoftNotFound, Line, "页面没有找到", 600),
    sign(SoftNotFound, Line, "页面未找到", 600),
    sign(SoftNotFound, Line, "页面找不到了", 600),
    sign(SoftNotFound, Line, "页面已删除", 600),
    sign(SoftNotFound, Line, "页面不见了", 600),
    sign(SoftNotFound, Line, "文章不存在", 600),
    sign(SoftNotFound, Line, "内容不存在", 600),
    sign(SoftNotFound, Line, "内容已被删除", 600),
    sign(SoftNotFound, Line, "内容已删除", 600),
    sign(SoftNotFound, Line, "商品不存在", 600),
    sign(SoftNotFound, Line, "商品已下架", 400),
    sign(SoftNotFound, Line, "职位已下线", 600),
    sign(SoftNotFound, Line, "职位已关闭", 600),
    sign(SoftNotFound, Line, "职位不存在", 600),
    sign(SoftNotFound, Line, "职位已停止招聘", 600),
    sign(SoftNotFound, Line, "職缺已關閉", 600),
    sign(SoftNotFound, Line, "頁面不存在", 600),
    sign(SoftNotFound, Line, "找不到頁面", 600),
    // Away for a while.
    sign(Maintenance, Title, "maintenance mode", 600),
    sign(Maintenance, Title, "site maintenance", 600),
    sign(Maintenance, Title, "under maintenance", 600),
    sign(Maintenance, Title, "down for maintenance", 600),
    sign(Maintenance, Title, "503 service unavailable", 600),
    sign(
        Maintenance,
        Title,
        "503 service temporarily unavailable",
        600,
    ),
    sign(Maintenance, Title, "502 bad gateway", 600),
    sign(Maintenance, Title, "504 gateway time-out", 600),
    sign(Maintenance, Title, "系统维护", 600),
    sign(Maintenance, Title, "网站维护中", 600),
    sign(Maintenance, Line, "site is under maintenance", 600),
    sign(Maintenance, Line, "site is down for maintenance", 600),
    sign(Maintenance, Line, "site is temporarily unavailable", 500),
    sign(Maintenance, Line, "website is currently unavailable", 500),
    sign(Maintenance, Line, "service is temporarily unavailable", 500),
    sign(Maintenance, Line, "we'll be back soon", 500),
    sign(Maintenance, Line, "we will be back soon", 500),
    sign(Maintenance, Line, "we are down for maintenance", 600),
    sign(
        Maintenance,
        Line,
        "currently undergoing scheduled maintenance",
        600,
    ),
    sign(Maintenance, Line, "系统维护中", 600),
    sign(Maintenance, Line, "系统正在维护", 600),
    sign(Maintenance, Line, "网站维护中", 600),
    sign(Maintenance, Line, "网站正在维护", 600),
    sign(Maintenance, Line, "系统升级维护", 600),
    // A question first.
    sign(Consent, Line, "before you continue to", 1_500),
    sign(Consent, Line, "bevor sie fortfahren", 1_500),
    sign(Consent, Line, "avant d'accéder à", 1_500),
    sign(Consent, Line, "antes de continuar", 1_500),
    sign(Consent, Title, "consent", 1_500),
    sign(Consent, Title, "cookie consent", 1_500),
    sign(Consent, Title, "privacy settings", 1_500),
    sign(Consent, Title, "your privacy choices", 1_500),
    sign(Consent, Source, "action=\"https://consent.", 1_500),
    sign(Consent, Source, "/v2/collectConsent", 1_500),
];

impl Sign {
    pub(super) fn is_on(&self, outline: &Outline, html: &str) -> bool {
        match self.place {
            Where::Title => parts(&outline.title).any(|part| part == self.words),
            Where::Line => self.line(outline).is_some(),
            Where::Text => outline.text.contains(self.words),
            Where::Source => html.contains(self.words),
        }
    }

    fn line<'o>(&self, outline: &'o Outline) -> Option<&'o str> {
        let headings = outline.headings.iter().map(String::as_str);
        let lines = parts(&outline.title)
            .chain(headings)
            .chain(outline.text.lines());
        lines
            .into_iter()
            .find(|line| is_little_more_than(line, self.words))
    }

    pub(super) fn evidence(&self, outline: &Outline) -> String {
        let words = self.words;
        match self.place {
            Where::Title => format!("the title says '{words}'"),
            Where::Line => {
                let line = self.line(outline).unwrap_or(words);
                let head: String = line.chars().take(80).collect();
                format!("the page says '{head}' and little else")
            }
            Where::Text => format!("the page says '{words}'"),
            Where::Source => {
                format!("the source holds {words}, and the page shows next to nothing")
            }
        }
    }
}

/// The title and its parts: what stands between dashes and bars, without marks around it. A colon
/// parts a headline, not a headline from its site.
fn parts(title: &str) -> impl Iterator<Item = &str> {
    let whole = std::iter::once(title);
    let between = title.split(['|', '-', '–', '—', '·', '_', '•']);
    let dashed = title.split(" - ");
    let all = whole.chain(between).chain(dashed);
    all.map(trimmed).filter(|part| !part.is_empty())
}

fn trimmed(text: &str) -> &str {
    let mark = |c: char| c.is_whitespace() || ".…!?！。？,，:".contains(c);
    text.trim_matches(mark)
}

/// Holds the words, and a few more at most: "Sorry, this job is no longer available."
fn is_little_more_than(line: &str, words: &str) -> bool {
    let allowed = words.len().saturating_mul(2).saturating_add(40);
    line.len() <= allowed && line.contains(words)
}

/// Whether a title or a heading says that this page is for logging in.
pub(super) fn names_login(line: &str) -> bool {
    const WORDS: [&str; 22] = [
        "log in",
        "login",
        "log on",
        "sign in",
        "signin",
        "sign up",
        "sign in to your account",
        "log in to your account",
        "member login",
        "join or sign in",
        "welcome back",
        "anmelden",
        "einloggen",
        "connexion",
        "se connecter",
        "iniciar sesión",
        "ログイン",
        "登录",
        "登錄",
        "登入",
        "用户登录",
        "会员登录",
    ];
    parts(line).any(|part| {
        let begins = |words: &&str| {
            let rest = part.strip_prefix(*words);
            // "Login to Example", "登录 Example": the words, and a name.
            rest.is_some_and(|rest| rest.len() <= 40 && !rest.starts_with(char::is_alphabetic))
        };
        WORDS.contains(&part) || WORDS.iter().any(begins)
    })
}
