//! Walls, and pages that look like walls and are content.

use proptest::prelude::*;

use super::Wall;
use crate::parse::page::look::Look;

fn page(title: &str, body: &str) -> String {
    format!("<!doctype html><html><head><title>{title}</title></head><body>{body}</body></html>")
}

fn wall(html: &str) -> Option<(Wall, String)> {
    super::wall(&Look::new(html))
}

fn kind(html: &str) -> Option<Wall> {
    wall(html).map(|(wall, _)| wall)
}

fn prose(sentences: usize) -> String {
    "The council met on Tuesday and agreed on the plan for the new bridge. ".repeat(sentences)
}

/// Title and body.
type Page = (&'static str, &'static str);

const CAPTCHAS: &[Page] = &[
    ("Just a moment...", "<h1>Checking that you are human</h1>"),
    (
        "Just a moment...",
        "<div class=\"main-wrapper\" role=\"main\"><h1 class=\"zone-name-title h1\">www.example.com</h1>\
             <p>Verifying you are human. This may take a few seconds.</p>\
             <div id=\"challenge-error-title\">Enable JavaScript and cookies to continue</div></div>\
             <script>window._cf_chl_opt = {cvId: '3', cZone: 'www.example.com'};</script>",
    ),
    (
        "Attention Required! | Cloudflare",
        "<h1>Sorry, you have been blocked</h1><h2>You are unable to access example.com</h2>\
             <p>This website is using a security service to protect itself from online attacks.</p>",
    ),
    (
        "example.com",
        "<p id=\"cmsg\">Please enable JS and disable any ad blocker</p>\
             <script>var dd={'rt':'c','cid':'AHrlqAAA','hsh':'E4D8','t':'bv','host':'geo.captcha-delivery.com'}</script>",
    ),
    (
        "Access to this page has been denied",
        "<p>Access to this page has been denied because we believe you are using automation tools to browse the website.</p>\
             <p>This may happen as a result of the following:</p><ul><li>Javascript is disabled or blocked by an extension</li></ul>\
             <div id=\"px-captcha\"></div>",
    ),
    (
        "Robot or human?",
        "<div><p>Activate and hold the button to confirm that you’re human. Thank You!</p></div><div id=\"px-captcha\"></div>",
    ),
    (
        "Before you shop",
        "<h1>Press &amp; Hold to confirm you are a human (and not a bot).</h1>",
    ),
    (
        "Access Denied",
        "<h1>Access Denied</h1>You don't have permission to access \"http://www.example.com/p/1\" on this server.<p>\
             Reference #18.2d3f1402.1758767700.4b5a<p>https://errors.edgesuite.net/18.2d3f1402</p>",
    ),
    (
        "",
        "<iframe src=\"/_Incapsula_Resource?CWUDNSAI=23&xinfo=9-1\">Request unsuccessful. Incapsula incident ID: 877-3</iframe>",
    ),
    (
        "Pardon Our Interruption",
        "<h1>Pardon Our Interruption</h1><p>As you were browsing something about your browser made us think you were a bot.</p>",
    ),
    (
        "Robot Check",
        "<h4>Enter the characters you see below</h4><p>Sorry, we just need to make sure you're not a robot.</p>",
    ),
    (
        "example",
        "<form action=\"/verify\"><div class=\"g-recaptcha\" data-sitekey=\"x\"></div><button>Submit</button></form>",
    ),
    (
        "",
        "<div class=\"h-captcha\" data-sitekey=\"x\"></div><script src=\"https://hcaptcha.com/1/api.js\"></script>",
    ),
    (
        "访问验证",
        "<div id=\"nc_1_wrapper\"><p>请按住滑块，拖动到最右边</p></div>",
    ),
    (
        "滑动验证页面",
        "<p>系统检测到您的网络环境存在异常，为保证您的正常访问</p>",
    ),
    (
        "百度安全验证",
        "<div class=\"timeout-title\">网络不给力，请稍后重试</div>",
    ),
    (
        "请输入验证码 - 某站",
        "<p>您的访问过于频繁，请稍后再试</p><input name=\"code\">",
    ),
    (
        "某站",
        "<div id=\"captcha\"></div><script>initGeetest({gt: 'x'}, f)</script>",
    ),
    (
        "拦截",
        "<script src=\"https://g.alicdn.com/x.js\"></script><a href=\"/_____tmd_____/punish?x5secdata=9\">验证</a>",
    ),
];

#[test]
fn captchas_and_bot_walls_are_named() {
    for (title, body) in CAPTCHAS {
        assert_eq!(
            kind(&page(title, body)),
            Some(Wall::Captcha),
            "{title} {body}"
        );
    }
}

#[test]
fn login_walls_are_named() {
    let form = "<form><label>Password</label><input type=\"password\" name=\"p\"><button>Log in</button></form>";
    for html in [
        page("Log in | Example", &format!("<h1>Log in</h1>{form}")),
        page(
            "Example Jobs",
            &format!(
                "<h2>Sign in to your account</h2>{form}<p>Forgot your password? We will help you.</p>"
            ),
        ),
        page("用户登录_某站", form),
        page("Example", form),
        page("行业报告", "<h1>行业报告</h1><div>请登录后查看全文</div>"),
        page(
            "Forum",
            "<div class=\"message\">You must be logged in to do that or view this thread.</div>",
        ),
    ] {
        assert_eq!(kind(&html), Some(Wall::Login), "{html}");
    }
}

#[test]
fn pages_that_are_gone_with_status_200_are_named() {
    for html in [
        page("404", "<h1>Oops!</h1>"),
        page("404 Not Found | Acme", "<p>Go back to our home page.</p>"),
        page(
            "Page not found - Acme",
            "<nav><a href=\"/\">Home</a><a href=\"/jobs\">Jobs</a></nav><p>Try the search.</p>",
        ),
        page(
            "Acme Careers",
            "<h1>Sorry, this job is no longer available.</h1><a href=\"/jobs\">See all jobs</a>",
        ),
        page(
            "Careers",
            "<p>The job you are looking for is no longer open.</p>",
        ),
        page(
            "Careers",
            "<h2>This position has been filled</h2><footer>Acme Ltd, 1 High Street, Leeds</footer>",
        ),
        page("Shop", "<h1>Product not found</h1>"),
        page("某站招聘", "<div class=\"tip\">该职位已下线</div>"),
        page(
            "某站",
            "<p>抱歉，您访问的页面不存在！</p><a href=\"/\">返回首页</a>",
        ),
        page("提示信息", "<h1>文章不存在或已被删除</h1>"),
        page("Seite nicht gefunden", "<p>Zur Startseite</p>"),
    ] {
        assert_eq!(kind(&html), Some(Wall::SoftNotFound), "{html}");
    }
}

#[test]
fn maintenance_and_consent_are_named() {
    for (wall, html) in [
        (
            Wall::Maintenance,
            page("Under maintenance", "<p>Please come back in an hour.</p>"),
        ),
        (
            Wall::Maintenance,
            page(
                "Acme",
                "<h1>We'll be back soon!</h1><p>Sorry for the inconvenience.</p>",
            ),
        ),
        (
            Wall::Maintenance,
            page(
                "503 Service Temporarily Unavailable",
                "<center><h1>503</h1></center><hr>nginx",
            ),
        ),
        (
            Wall::Maintenance,
            page("公告", "<p>系统正在维护中，请稍后访问</p>"),
        ),
        (
            Wall::Consent,
            page(
                "Before you continue to Example Search",
                "<h1>Before you continue to Example</h1><p>We use cookies and data to deliver and maintain services.</p>\
                 <form action=\"https://consent.example.com/save\"><button>Accept all</button></form>",
            ),
        ),
    ] {
        assert_eq!(kind(&html), Some(wall), "{html}");
    }
}

/// `{4}` stands for so many sentences, `{login}` for a form in the head of the page.
const CONTENT: &[Page] = &[
    (
        "Why captchas fail",
        "<p>{40} Please verify you are human by completing the action below.</p>",
    ),
    ("Just a moment... | Poems", "<p>{40}</p>"),
    (
        "Access denied: court opens the files",
        "<h1>Access denied: court opens the files</h1><p>{8}</p>",
    ),
    (
        "The 404 returns | Car news",
        "<h1>The Peugeot 404 returns</h1><p>{6}</p>",
    ),
    (
        "Bridge plan agreed",
        "{login}<h1>Bridge plan agreed</h1><p>{4}</p>",
    ),
    (
        "Colony kit",
        "{login}<h1>Colony kit</h1><div class=\"card\">Shop North <b>€ 19,90</b></div>",
    ),
    (
        "Welder",
        "<h1>Welder</h1><p>Weld frames in Leeds.</p><p>£18 per hour</p>",
    ),
    (
        "Contact",
        "<h1>Write to us</h1><p>{4}</p><form><div class=\"g-recaptcha\"></div></form>",
    ),
    (
        "系统维护工程师",
        "<h1>系统维护工程师</h1><p>负责系统维护和升级，熟悉 Linux，五年以上经验。</p>",
    ),
    (
        "登录页面设计指南",
        "<h1>登录页面设计指南</h1><p>用户登录是产品的第一步，设计时要少让人填写。</p><p>{20}</p>",
    ),
    (
        "Maintenance technician",
        "<h1>Maintenance technician</h1><p>Keep our site running.</p>",
    ),
    (
        "Login engineer",
        "<h1>Senior engineer, login</h1><p>Build our sign-in pages with us in Bonn.</p>",
    ),
    (
        "Lamp",
        "<h1>Lamp</h1><p>€ 49,90</p><script type=\"application/ld+json\">{\"@type\": \"Product\"}</script>\
         <div class=\"h-captcha\"></div>",
    ),
    (
        "Jobs",
        "<ul><li><a href=\"/1\">Cook in the harbour kitchen</a></li>\
         <li><a href=\"/2\">Welder for steel frames</a></li></ul>",
    ),
    (
        "Jobs",
        "<h1>0 jobs found</h1><p>No jobs match your search. Try other words.</p>",
    ),
    (
        "Text",
        "<script src=\"/cdn-cgi/challenge-platform/scripts/jsd/main.js\"></script>\
         <p>Short but real: the shop opens at nine.</p>",
    ),
    ("", "<h1>Colony kit</h1><p>x</p>"),
    ("", ""),
];

const LOGIN: &str = "<header><form><input name=\"u\"><input type=\"password\" name=\"p\">\
                     <button>Log in</button></form></header>";

#[test]
fn content_is_content_whatever_it_speaks_of_and_whatever_is_around_it() {
    for (title, body) in CONTENT {
        let mut body = body.replace("{login}", LOGIN);
        for sentences in [4, 6, 8, 20, 40] {
            body = body.replace(&format!("{{{sentences}}}"), &prose(sentences));
        }
        assert_eq!(wall(&page(title, &body)), None, "{title} {body}");
    }
    assert_eq!(wall(""), None);
}

#[test]
fn a_reason_names_the_wall_and_its_evidence() {
    let html = page(
        "Careers",
        "<h1>Sorry, this job is no longer available.</h1>",
    );
    let body = crate::parse::Response {
        body: html.as_bytes(),
        ..Default::default()
    };
    let reason = crate::parse::parse(&body).unwrap_err();
    assert_eq!(
        reason.to_string(),
        "blocked: soft 404: the page says 'sorry, this job is no longer available.' and little else"
    );
}

#[test]
fn hostile_pages_are_judged_in_linear_time() {
    let bytes = 1 << 18;
    for piece in [
        "<div>",
        "<p",
        "<p x='",
        "<a><b>",
        "<li>",
        "</div>",
        "<title>",
        "<p>a",
        "-",
        "<table><tr><td>",
    ] {
        let html = piece.repeat(bytes / piece.len());
        let _ = wall(&html);
    }
}

proptest! {
    #[test]
    fn no_page_panics(html in "[<>/a-z =\"'!-]{0,200}") {
        let _ = wall(&html);
    }

    #[test]
    fn much_text_is_never_a_wall(sentences in 30..200_usize, title in "[a-zA-Z ]{0,20}") {
        let words = prose(sentences);
        prop_assert_eq!(wall(&page(&title, &format!("<div>{words}</div>"))), None);
    }
}
