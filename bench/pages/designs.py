"""Site designs, written before the extractor was tuned and kept when they are awkward.

Each design is a function of a Page; it returns the inside of <body> and fills the gold.
"""

import json

from filler import esc


def news_semantic(page):
    f, b = page.f, page.b
    iso_line = b.byline()
    page.head = ld(page, {"@type": "NewsArticle", "headline": b.title, "datePublished": b.iso, "author": {"@type": "Person", "name": b.who}})
    page.head += f'<meta property="article:published_time" content="{b.iso}">'
    parts = b.paragraphs(6, 14)
    parts.insert(2, b.figure())
    parts.insert(4, f.ad())
    parts.insert(5, b.heading())
    parts.insert(7, f'<aside class="inline-related"><h4>{f.say("Read more", "延伸阅读")}</h4>{f.link(b.prose.headline())}</aside>\n')
    parts.append(b.list())
    return f"""<header class="site-header"><div class="logo"><a href="/">{f.svg()}Example Times</a></div>{f.newsletter()}</header>
<nav aria-label="main">{f.mega_menu(13)}</nav>
<main><article><header><h1>{esc(b.title)}</h1><p class="standfirst">{b.keep(b.prose.sentence())}</p><div class="byline"><time datetime="{b.iso}">{iso_line}</time></div>{f.share()}</header>
<div class="article-body">{"".join(parts)}</div>
<footer class="tags">{f.say("Topics", "标签")}: {" ".join(f.link(b.rng.choice(b.prose.words["noun"])) for _ in range(5))}</footer></article>
<section class="related"><h2>{f.say("More on this story", "相关报道")}</h2>{f.cards(8)}</section>
<section id="comments" class="comments"><h2>{f.say("Comments", "评论")} (12)</h2>{f.comments(12)}</section></main>
<aside class="rail"><h2>{f.say("Most read", "热门排行")}</h2><ol>{"".join("<li>" + f.link(b.prose.headline()) + "</li>" for _ in range(10))}</ol>{f.ad()}</aside>
<footer class="site-footer">{f.menu(96, "fm")}<p>{f.legal()}</p></footer>"""


def old_table_layout(page):
    f, b = page.f, page.b
    texts = b.prose.paragraphs(5, 10)
    b.gold.extend(texts)
    body = "<br><br>\n".join("&nbsp;&nbsp;&nbsp;&nbsp;" + b.linked(text) for text in texts)
    rows = "".join(f'<tr><td bgcolor="#eeeeff" height="20"><font size="2">·{f.link(page.b.rng.choice(b.prose.words["menu"]))}</font></td></tr>\n' for _ in range(60))
    news = "".join(f'<tr><td><img src="dot.gif"> {f.link(b.prose.headline())} <font color="red">NEW</font></td></tr>\n' for _ in range(14))
    data = b.table(6)
    return f"""<table width="980" border="0" cellpadding="0" cellspacing="0" align="center"><tr><td colspan="3"><img src="banner.jpg" width="980" height="90"></td></tr>
<tr><td colspan="3" bgcolor="#003366">{" | ".join(f.link(w, "w") for w in b.prose.words["menu"][:20])}</td></tr>
<tr valign="top"><td width="160"><table width="100%">{rows}</table></td>
<td width="620"><table width="100%"><tr><td align="center"><font size="5"><b>{esc(b.title)}</b></font></td></tr>
<tr><td align="center"><font size="2" color="#666666">{b.byline()} {f.say("Views", "阅读")}: {b.rng.randint(100, 9999)}</font><hr></td></tr>
<tr><td><font size="3">{body}</font><br><center>{data}</center></td></tr></table></td>
<td width="200"><table width="100%"><tr><td bgcolor="#ffcc00"><b>{f.say("Latest", "最新文章")}</b></td></tr>{news}</table></td></tr>
<tr><td colspan="3" align="center"><font size="1">{f.legal()}<br>{f.say("Best viewed with 1024x768", "建议使用1024x768分辨率浏览")}</font></td></tr></table>"""


def div_soup(page):
    f, b = page.f, page.b
    c = [f.css_class() for _ in range(14)]
    parts = []
    for text in b.prose.paragraphs(6, 12):
        b.gold.append(text)
        parts.append(f'<div class="{c[1]}"><div class="{c[2]}"><span class="{c[3]}">{b.linked(text)}</span></div></div>\n')
        if b.rng.random() < 0.2:
            parts.append(f'<div class="{c[4]}"><div id="{f.hex(8)}"></div></div>\n')
    cards = "".join(f'<a class="{c[5]}" href="/{f.hex(9)}"><div class="{c[6]}"><div class="{c[7]}">{esc(b.prose.headline())}</div><div class="{c[8]}">{esc(b.prose.sentence())}</div></div></a>\n' for _ in range(10))
    notes = "".join(f'<div class="{c[9]}"><div class="{c[10]}"><span>user-{f.hex(3)}</span><span>{b.rng.randint(1, 9)}{f.say("h", "小时")}</span></div><div class="{c[11]}">{esc(b.prose.pick("short"))}</div></div>\n' for _ in range(12))
    menu = "".join(f'<div class="{c[12]}"><a href="/{f.hex(4)}"><span>{esc(b.rng.choice(b.prose.words["menu"]))}</span></a></div>' for _ in range(120))
    return f"""<div id="root"><div class="{c[0]}"><div>{menu}</div></div><div class="{c[13]}"><div><h1>{esc(b.title)}</h1><div><span>{b.byline()}</span></div><div>{"".join(parts)}</div>
<div><div>{notes}</div></div></div><div>{cards}</div></div><div><div>{f.legal()}</div></div></div>"""


def blog(page):
    f, b = page.f, page.b
    parts = b.paragraphs(5, 11)
    parts.insert(2, b.heading("h3"))
    parts.insert(3, b.list("ol"))
    parts.insert(5, f'<blockquote><p>{b.keep(b.prose.paragraph(1))}</p></blockquote>\n')
    parts.insert(6, f'<div class="wp-block-image"><figure class="aligncenter"><img src="/wp/{f.hex(9)}.png"><figcaption>{b.maybe(b.prose.sentence())}</figcaption></figure></div>\n')
    widget = lambda title, inner: f'<section class="widget widget_{f.hex(3)}"><h2 class="widget-title">{title}</h2>{inner}</section>\n'
    return f"""<div id="page" class="site has-sidebar"><header id="masthead" class="site-header"><p class="site-title"><a href="/">{f.say("Notes from the yard", "船坞笔记")}</a></p>{f.menu(38, "menu")}</header>
<div id="content" class="site-content"><div id="primary" class="content-area"><article id="post-{b.rng.randint(100, 9999)}" class="post type-post status-publish hentry category-news tag-comment"><header class="entry-header"><h1 class="entry-title">{esc(b.title)}</h1><div class="entry-meta">{b.byline()}</div></header>
<div class="entry-content">{"".join(parts)}<div class="sharedaddy sd-sharing-enabled"><h3>{f.say("Share this:", "分享到：")}</h3>{f.share("sd-content")}</div><div id="jp-relatedposts" class="jp-relatedposts"><h3>{f.say("Related", "相关文章")}</h3>{f.cards(3, "jp-relatedposts-post")}</div></div>
<footer class="entry-footer"><span class="cat-links">{f.say("Posted in", "分类")} {f.link("News")}</span></footer></article>
<nav class="navigation post-navigation"><h2 class="screen-reader-text">{f.say("Post navigation", "文章导航")}</h2><div class="nav-links">{f.link("← " + b.prose.headline())} {f.link(b.prose.headline() + " →")}</div></nav>
<div id="comments" class="comments-area"><h2 class="comments-title">{f.say("14 thoughts on this post", "14条评论")}</h2><ol class="comment-list">{"".join("<li>" + f.comments(1, "comment-body") + "</li>" for _ in range(14))}</ol><div id="respond" class="comment-respond"><h3>{f.say("Leave a Reply", "发表评论")}</h3><p>{f.say("Your email address will not be published. Required fields are marked *", "您的邮箱地址不会被公开。必填项已用 * 标注")}</p><form><textarea name="comment"></textarea></form></div></div></div>
<aside id="secondary" class="widget-area">{widget(f.say("Recent Posts", "近期文章"), f.headlines(8))}{widget(f.say("Archives", "归档"), f.menu(48, "arch"))}{widget(f.say("About", "关于"), "<p>" + esc(b.prose.paragraph(2)) + "</p>")}</aside></div>
<footer id="colophon" class="site-footer"><div class="site-info">{f.legal()}</div></footer></div>"""


def exchange_announcement(page):
    f, b = page.f, page.b
    parts = [b.p(b.prose.paragraph(2)), b.list("ul", 2, 4), b.p(b.prose.paragraph(1)), b.table(4, "tbl"), b.p(b.prose.paragraph(2))]
    bar = "".join(f'<div class="ticker-item"><span>{b.rng.choice(["ABC", "XYZ", "QRS", "LMN"])}/USDT</span><span>{b.rng.random() * 900:.2f}</span><span>+{b.rng.random() * 9:.2f}%</span></div>' for _ in range(40))
    return f"""<div class="app"><div class="topbar">{bar}</div><div class="nav-wrap">{f.menu(112, "nav")}</div>
<div class="page-wrap"><div class="crumbs">{f.link(f.say("Support", "帮助"))} &gt; {f.link(f.say("Announcements", "公告"))} &gt; <span>{f.say("Notice", "通知")}</span></div>
<div class="left-list"><div class="left-title">{f.say("Latest announcements", "最新公告")}</div>{f.headlines(20)}</div>
<div class="notice-detail"><div class="notice-title"><h1>{esc(b.title)}</h1></div><div class="notice-time">{b.byline()}</div><div class="richtext">{"".join(parts)}</div>
<div class="feedback"><span>{f.say("Was this article helpful?", "这篇文章有帮助吗？")}</span><button>{f.say("Yes", "有")}</button><button>{f.say("No", "没有")}</button></div></div></div>
<div class="foot"><p>{f.say("Risk warning: prices are subject to high market risk and volatility. You should only invest in products you are familiar with and carefully consider your experience. This material is not financial advice.", "风险提示：价格受市场风险影响较大，波动明显。您应仅投资于熟悉的产品，并谨慎评估自身经验。本内容不构成投资建议。")}</p>{f.menu(80, "fm")}<p>{f.legal()}</p></div></div>"""


def job_posting(page):
    f, b = page.f, page.b
    parts = b.paragraphs(2, 3)
    for _ in range(3):
        parts += [b.heading("h3"), b.list("ul", 4, 8)]
    parts += [b.heading("h3")] + b.paragraphs(1, 2)
    facts = f.say(["Location: Lisbon", "Team: Platform", "Full-time"], ["工作地点：杭州", "部门：平台", "全职"])
    return f"""<header role="banner"><a class="brand" href="/">Acme Works</a>{f.menu(29, "top")}</header>
<div class="container"><div class="posting"><div class="posting-headline"><h2>{esc(b.title)}</h2><div class="posting-categories">{"".join("<div class=cat>" + b.maybe(x) + "</div>" for x in facts)}</div><a class="apply-button" href="#apply">{f.say("Apply for this job", "申请职位")}</a></div>
<div class="section page-centered">{"".join(parts)}</div>
<div class="section last-section-apply"><a class="apply-button" href="#apply">{f.say("Apply for this job", "申请职位")}</a></div>
<form id="apply" class="application"><h4>{f.say("Submit your application", "提交申请")}</h4>{"".join("<label>" + n + '<input type="text"></label>' for n in f.say(["Full name", "Email", "Phone", "Current company", "LinkedIn URL"], ["姓名", "邮箱", "电话", "现任公司", "个人主页"]))}<p>{f.say("By applying you agree that we keep your data for twelve months and may contact you about other roles.", "提交申请即表示您同意我们保存您的资料十二个月，并可能就其他职位与您联系。")}</p><select>{"".join("<option>" + w + "</option>" for w in b.prose.words["menu"])}</select></form>
<div class="similar-jobs"><h3>{f.say("Similar jobs", "相似职位")}</h3>{f.cards(9, "job-card", teaser=False)}</div></div></div>
<footer>{f.menu(48, "fm")}{f.legal()}</footer>{f.cookie()}"""


def product(page):
    f, b = page.f, page.b
    description = b.paragraphs(2, 4)
    reviews = "".join(f'<div class="review"><span class="stars">★★★★☆</span> <b>{f.say("Verified buyer", "已购用户")}</b><p>{b.maybe(b.prose.pick("short"))}</p></div>' for _ in range(8))
    tiles = "".join(f'<li class="tile"><a href="/p/{f.hex(6)}"><img src="/{f.hex(12)}.webp"><span class="name">{esc(b.prose.headline())}</span></a><span class="price">{b.rng.randint(10, 900)},90 €</span></li>' for _ in range(16))
    price = b.maybe(f"{b.rng.randint(10, 900)},90 €")
    return f"""<div class="topline">{f.say("Free delivery over 50 €", "满50欧元免运费")}</div><nav>{f.mega_menu(14)}</nav><ol class="breadcrumb">{"".join("<li>" + f.link(b.rng.choice(b.prose.words["menu"])) + "</li>" for _ in range(4))}</ol>
<div class="product"><div class="gallery">{"".join('<img src="/g/' + f.hex(14) + '.webp" alt="">' for _ in range(8))}</div><div class="buy"><h1>{esc(b.title)}</h1><div class="price">{price}</div><div class="stock">{b.maybe(f.say("In stock", "有货"))}</div><select><option>1</option><option>2</option></select><button>{f.say("Add to basket", "加入购物车")}</button><button>{f.say("Add to wish list", "收藏")}</button></div>
<div class="tabs"><div class="tab" id="description"><h2>{b.maybe(f.say("Description", "商品详情"))}</h2>{"".join(description)}{b.list("ul", 4, 7)}</div><div class="tab" id="spec"><h2>{b.maybe(f.say("Specifications", "规格参数"))}</h2>{b.table(9, "spec")}</div><div class="tab" id="reviews"><h2>{b.maybe(f.say("Customer reviews", "用户评价"))}</h2>{reviews}</div></div></div>
<div class="recommend"><h2>{f.say("Customers also bought", "看了又看")}</h2><ul class="tiles">{tiles}</ul></div>{f.newsletter()}<footer>{f.menu(96, "fm")}<p>{f.legal()}</p></footer>"""


def forum_thread(page):
    f, b = page.f, page.b
    posts = []
    for n in range(7):
        texts = b.prose.paragraphs(1, 3)
        b.gold.extend(texts)
        inner = "<br>\n<br>\n".join(b.linked(text) for text in texts)
        posts.append(f"""<div class="post" id="p{f.hex(6)}"><div class="post-side"><a href="/u/{f.hex(4)}">user-{f.hex(3)}</a><br>{f.say("Posts", "发帖")}: {b.rng.randint(1, 9000)}<br>{f.say("Joined", "注册")}: 201{b.rng.randint(0, 9)}</div>
<div class="post-main"><div class="post-head">#{n + 1} · {b.rng.randint(1, 20)} {f.say("hours ago", "小时前")} <a href="#">{f.say("Quote", "引用")}</a> <a href="#">{f.say("Report", "举报")}</a></div><div class="post-text">{inner}</div><div class="signature">{esc(b.prose.pick("item"))}</div></div></div>
""")
    return f"""<div class="forum-head">{f.menu(32, "fh")}</div><div class="breadcrumbs">{f.link("Forum")} » {f.link(b.rng.choice(b.prose.words["menu"]))}</div><h1>{esc(b.title)}</h1><div class="pagination">{"".join(f.link(str(n)) for n in range(1, 9))}</div>
<div class="thread">{"".join(posts)}</div><div class="pagination">{"".join(f.link(str(n)) for n in range(1, 9))}</div>
<div class="similar-threads"><table>{"".join("<tr><td>" + f.link(b.prose.headline()) + "</td><td>" + str(b.rng.randint(1, 99)) + "</td></tr>" for _ in range(15))}</table></div><div class="online">{f.say("Users browsing this forum: 3 guests", "当前在线：3位游客")}</div><div class="foot">{f.legal()} Page built in 0.{b.rng.randint(100, 999)} s, {b.rng.randint(9, 40)} queries.</div>"""


def docs(page):
    f, b = page.f, page.b
    code = "\n".join(f"client.set(\"{f.hex(4)}\", {b.rng.randint(1, 99)})" for _ in range(6))
    b.gold.append(code)
    parts = b.paragraphs(2, 3) + [b.heading("h2")] + b.paragraphs(1, 2) + [f'<div class="highlight"><button class="copy">{f.say("Copy", "复制")}</button><pre><code>{esc(code)}</code></pre></div>', b.heading("h2"), b.table(6), f'<div class="admonition note"><p class="admonition-title">{b.maybe(f.say("Note", "注意"))}</p>{b.p(b.prose.paragraph(1))}</div>', b.heading("h2"), b.list("ol", 4, 6)] + b.paragraphs(1, 2)
    toc = "".join(f'<li class="toctree-l{b.rng.randint(1, 3)}"><a class="reference internal" href="{f.hex(5)}.html">{esc(b.prose.headline())}</a></li>\n' for _ in range(140))
    return f"""<div class="wy-grid"><nav class="wy-nav-side"><div class="side-scroll"><div role="search"><form><input type="text" placeholder="Search docs"></form></div><ul class="toc">{toc}</ul></div></nav>
<section class="wy-nav-content-wrap"><div class="content"><ul class="crumbs"><li>{f.link("Docs")}</li><li>{esc(b.title)}</li><li class="aside">{f.link(f.say("Edit on GitHub", "编辑本页"))}</li></ul><div role="main" class="document"><div itemprop="articleBody"><section id="s1"><h1>{esc(b.title)}<a class="headerlink" href="#s1">¶</a></h1>{"".join(parts)}</section></div></div>
<div class="toc-right"><b>{f.say("On this page", "本页目录")}</b>{f.headlines(5)}</div><footer><div class="buttons">{f.link(f.say("Previous", "上一页"))} {f.link(f.say("Next", "下一页"))}</div><p>© Example. {f.say("Last updated on 3 May 2026. Built with a generator.", "最后更新于2026年5月3日。")}</p></footer></div></section></div>"""


def press_release(page):
    """The whole page stands in one form, as ASP.NET writes it."""
    f, b = page.f, page.b
    parts = b.paragraphs(6, 9)
    about = b.p(b.prose.paragraph(3))
    contact = b.maybe(f.say("Press contact: press@example.com, +1 555 0100", "新闻联系人：press@example.com 电话 010-55550100"))
    return f"""<form method="post" action="./release.aspx" id="aspnetForm"><div><input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="{f.hex(9000)}"></div>
<div id="hdr"><ul>{"".join("<li>" + f.link(w) + "</li>" for w in b.prose.words["menu"])}</ul></div><div id="wrap"><div id="leftnav">{f.menu(64, "ln")}</div>
<div id="mid"><span class="date">{b.byline()}</span><h2 class="title">{esc(b.title)}</h2><div id="ctl00_main_divText">{"".join(parts)}<p><b>{b.keep(f.say("About Example Group", "关于示例集团"))}</b></p>{about}<p>{contact}</p></div><div class="tools"><a href="javascript:print()">{f.say("Print", "打印")}</a> <a href="#">PDF</a></div></div>
<div id="right"><h3>{f.say("Other releases", "其他新闻稿")}</h3>{f.headlines(12)}<h3>{f.say("Share price", "股价")}</h3><table><tr><td>XMPL</td><td>41.2</td></tr></table></div></div>
<div id="ftr">{" | ".join(f.link(w) for w in b.prose.words["menu"][:12])}<br>{f.legal()}</div></form>"""


def cookie_and_modals(page):
    """Class names of the wrappers speak of things that the wrappers are not."""
    f, b = page.f, page.b
    parts = b.paragraphs(7, 12)
    for place in (2, 5):
        parts.insert(place, f'<div class="promo-box"><p>{esc(b.prose.sentence())}</p>{f.link(f.say("Subscribe now", "立即订阅"))}</div>' + f.ad())
    return f"""<div class="modal" style="display: none"><div class="inner"><h3>{f.say("Before you go", "先别走")}</h3><p>{esc(b.prose.paragraph(4))}</p></div></div>{f.cookie()}
<div class="page has-cookie-banner no-sidebar menu-closed"><div class="top-nav">{f.mega_menu(17)}</div><div class="content-with-sidebar header-fixed"><div class="story-wrap with-share"><h1>{esc(b.title)}</h1><div class="info">{b.byline()} <span class="cnt">{b.rng.randint(100, 9000)} {f.say("views", "次浏览")}</span></div>{f.share()}<div class="txt">{"".join(parts)}</div></div>
<div class="readnext"><p class="kicker">{f.say("Up next", "接下来")}</p>{f.cards(6)}</div></div></div><div class="sticky-bar">{f.newsletter()}</div><div class="bottom">{f.menu(64, "fm")}{f.legal()}</div>"""


def government_notice(page):
    f, b = page.f, page.b
    texts = b.prose.paragraphs(5, 9)
    b.gold.extend(texts)
    lines = "".join(f'<p style="text-indent: 2em;"><span style="font-family: SimSun; font-size: 16px;">{b.linked(text)}</span></p>\n<p>&nbsp;</p>\n' for text in texts)
    sign = f.say(["City Office of Works", "3 September 2026"], ["市政工程办公室", "二〇二六年九月三日"])
    lines += "".join(f'<p style="text-align: right;">{b.keep(x)}</p>\n' for x in sign)
    return f"""<div class="head_box">{f.menu(32, "nav")}</div><div class="weizhi">{f.say("You are here", "当前位置")}：{f.link(f.say("Home", "首页"))} &gt; {f.link(f.say("Notices", "通知公告"))}</div>
<div class="w1000"><div class="xl_title">{esc(b.title)}</div><div class="xl_sj">{b.byline()} {f.say("Font", "字体")}：【<a href="#">{f.say("L", "大")}</a> <a href="#">{f.say("M", "中")}</a> <a href="#">{f.say("S", "小")}</a>】 {f.say("Read", "浏览次数")}：{b.rng.randint(10, 999)}</div><div id="zoom" class="TRS_Editor">{lines}</div>
<div class="fujian">{f.say("Attachment", "附件")}：{f.link(f.say("Form 1.doc", "申请表.doc"))}</div><div class="editor">{f.say("Editor", "责任编辑")}：{b.prose.person()}</div><div class="updown"><p>{f.say("Previous", "上一篇")}：{f.link(b.prose.headline())}</p><p>{f.say("Next", "下一篇")}：{f.link(b.prose.headline())}</p></div><div class="dayin"><a href="#">{f.say("Print this page", "打印本页")}</a> <a href="#">{f.say("Close window", "关闭窗口")}</a></div></div>
<div class="links">{f.say("Links", "友情链接")}：<select>{"".join("<option>" + w + "</option>" for w in b.prose.words["menu"])}</select></div><div class="bottom">{f.legal()}<br>{f.say("Sponsored by the city. Technical support: Example", "主办：市人民政府办公室 技术支持：示例公司")}</div>"""


def short_news(page):
    f, b = page.f, page.b
    parts = [b.p(b.prose.paragraph(2)), b.p(b.prose.paragraph(1))]
    return f"""<div class="hdr">{f.menu(64, "n")}</div><div class="main-l"><div class="art"><h1>{esc(b.title)}</h1><div class="meta">{b.byline()}</div><div class="art-text">{"".join(parts)}</div>{f.share()}</div><div class="hot"><h3>{f.say("Hot topics", "热点推荐")}</h3>{f.cards(12)}</div><div class="cmt"><h3>{f.say("Comments", "网友评论")}</h3>{f.comments(6, "cmt-item")}</div></div><div class="main-r">{f.headlines(30)}{f.ad()}</div><div class="ftr">{f.menu(48, "fm")}{f.legal()}</div>"""


def long_read(page):
    f, b = page.f, page.b
    sections = []
    for n in range(5):
        parts = b.paragraphs(5, 8)
        if n % 2:
            parts.insert(2, f'<aside class="pullquote"><p>{esc(b.prose.pick("quote"))}</p></aside>')
        parts.insert(3, b.figure())
        sections.append(f'<section class="chapter" id="c{n}"><h2>{b.keep(b.prose.headline())}</h2>{"".join(parts)}</section>\n')
    return f"""<header class="mini"><a href="/">Example Review</a><button aria-expanded="false">{f.say("Menu", "菜单")}</button><nav hidden>{f.menu(48)}</nav></header>
<main id="main"><div class="hero"><h1>{esc(b.title)}</h1><p class="dek">{b.keep(b.prose.sentence())}</p><p class="by">{b.byline()}</p></div><div class="progress"></div>{"".join(sections)}<p class="endnote">{b.maybe(f.say("This story was edited by the desk.", "本文由编辑部编辑。"))}</p><div class="author-bio"><img src="/a.jpg"><p>{esc(b.prose.paragraph(2))}</p></div><div class="more-stories"><h2>{f.say("More from the Review", "更多文章")}</h2>{f.cards(6)}</div></main><footer>{f.menu(32, "fm")}{f.legal()}</footer>"""


def faq(page):
    f, b = page.f, page.b
    parts = []
    for n in range(9):
        question = b.prose.headline().rstrip(".") + f.say("?", "？")
        parts.append(f'<details class="accordion-item"><summary>{b.keep(question)}</summary><div class="panel">{b.p(b.prose.paragraph(2))}</div></details>\n' if n % 2 else f'<dl class="qa"><dt>{b.keep(question)}</dt><dd>{b.p(b.prose.paragraph(2))}</dd></dl>\n')
    return f"""<div class="skip"><a href="#c">{f.say("Skip to content", "跳到正文")}</a></div><header><nav>{f.menu(48)}</nav></header><div class="layout"><div class="sidenav">{f.menu(38, "sn")}</div><main id="c"><h1>{esc(b.title)}</h1>{b.p(b.prose.paragraph(2))}{"".join(parts)}<div class="cta"><h3>{f.say("Still have questions?", "还有疑问？")}</h3><a href="/contact">{f.say("Contact support", "联系客服")}</a></div></main></div><footer><p>{f.legal()}</p>{f.menu(48, "fm")}</footer>"""


def block_editor(page):
    """Every paragraph in a box of its own, with other boxes between."""
    f, b = page.f, page.b
    parts = []
    for text in b.prose.paragraphs(8, 14):
        parts.append(f'<div class="row block block-text" data-block="{f.hex(8)}"><div class="col-8"><div class="rte">{b.p(text)}</div></div></div>\n')
        kind = b.rng.random()
        if kind < 0.15:
            parts.append(f'<div class="row block block-ad"><div class="col-8">{f.ad()}</div></div>\n')
        elif kind < 0.3:
            parts.append(f'<div class="row block block-teaser"><div class="col-8"><a href="/{f.hex(7)}"><h4>{esc(b.prose.headline())}</h4><p>{esc(b.prose.sentence())}</p></a></div></div>\n')
        elif kind < 0.4:
            parts.append(f'<div class="row block block-head"><div class="col-8">{b.heading("h3")}</div></div>\n')
        elif kind < 0.5:
            parts.append(f'<div class="row block block-list"><div class="col-8">{b.list()}</div></div>\n')
    return f"""<div class="shell"><div class="shell-top"><div class="burger">{f.svg()}</div>{f.menu(80, "st")}</div><div class="stage"><div class="row block block-title"><h1>{esc(b.title)}</h1></div><div class="row block block-meta"><div class="col-8">{b.byline()}</div></div>{"".join(parts)}<div class="row block block-grid">{f.cards(8, "teaser")}</div></div><div class="shell-bottom">{f.legal()}{f.menu(48, "fm")}</div></div>"""


def recipe(page):
    f, b = page.f, page.b
    parts = b.paragraphs(2, 4) + [b.heading("h2"), b.list("ul", 6, 9), b.heading("h2"), b.list("ol", 6, 9)] + b.paragraphs(1, 2)
    return f"""<header class="h"><nav class="n">{f.menu(64)}</nav></header><div class="g"><article class="recipe"><h1>{esc(b.title)}</h1><div class="rating">4.{b.rng.randint(1, 9)} ({b.rng.randint(10, 900)} {f.say("ratings", "评分")})</div><div class="author">{b.byline()}</div><div class="actions"><button>{f.say("Save", "收藏")}</button><button>{f.say("Print", "打印")}</button></div>{"".join(parts)}</article><div class="also">{f.cards(10, "also-item")}</div><div class="cc"><h2>{f.say("Comments", "评论")}</h2>{f.comments(16, "cc-item")}</div></div><footer>{f.menu(48, "fm")}{f.legal()}</footer>"""


def ld(page, thing):
    thing = {"@context": "https://schema.org", **thing}
    return f'<script type="application/ld+json">{json.dumps(thing, ensure_ascii=False)}</script>\n'


ALL = [
    news_semantic, old_table_layout, div_soup, blog, exchange_announcement, job_posting, product, forum_thread, docs,
    press_release, cookie_and_modals, government_notice, short_news, long_read, faq, block_editor, recipe,
]
