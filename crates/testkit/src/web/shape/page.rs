//! HTML pages with one posting each, in four designs, with and without JSON-LD.

use super::{Around, Design, Kind, Shape, Sheet, structured, time};
use crate::web::chrome::{self, Words};
use crate::web::markup::{self, escape};
use crate::web::{Page, Record};
use crate::world::text::COMPANIES;

pub(super) fn page(around: Around, sheets: Vec<Sheet>) -> Page {
    let mut body = String::new();
    let mut records = Vec::new();
    for mut sheet in sheets {
        body = html(&mut sheet);
        records.push(Record {
            number: sheet.posting.number,
            raw: body.clone(),
        });
    }
    around.page(Kind::Html, &body, records)
}

/// The pieces that every design puts in its own places.
struct Pieces {
    words: &'static Words,
    title: String,
    byline: String,
    content: String,
    related: String,
    promotion: String,
    share: String,
    menu: String,
    search: String,
    foot: String,
}

fn html(sheet: &mut Sheet) -> String {
    let head = head(sheet);
    let pieces = pieces(sheet);
    let design = match sheet.site.shape {
        Shape::Structured(design) | Shape::Plain(design) => design,
        _ => Design::Article,
    };
    let body = match design {
        Design::Article => article(sheet, &pieces),
        Design::Portal => portal(sheet, &pieces),
        Design::Tables => tables(&pieces),
        Design::Sections => sections(sheet, &pieces),
    };
    let language = if sheet.site.is_chinese() {
        "zh-CN"
    } else {
        "en"
    };
    format!("<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n{head}</head>\n{body}\n</html>\n")
}

fn head(sheet: &mut Sheet) -> String {
    let title = escape(&sheet.posting.title);
    let company = COMPANIES[sheet.site.company()].name;
    let modified = sheet.moved_ms();
    let label = match (sheet.site.charset.label(), sheet.dress.random.chance(500)) {
        (None, _) => String::new(),
        (Some(label), true) => format!("<meta charset=\"{label}\">\n"),
        (Some(label), false) => {
            format!("<meta http-equiv=\"Content-Type\" content=\"text/html; charset={label}\">\n")
        }
    };
    let structured = match sheet.site.shape {
        Shape::Structured(_) => structured::blocks(sheet),
        _ => String::new(),
    };
    format!(
        "{label}<title>{title} - {company}</title>\n\
         <link rel=\"canonical\" href=\"{}\">\n\
         <meta property=\"article:modified_time\" content=\"{}\">\n{}{structured}",
        sheet.url(),
        time::utc(modified),
        chrome::head(&mut sheet.dress),
    )
}

fn pieces(sheet: &mut Sheet) -> Pieces {
    let chinese = sheet.site.is_chinese();
    let words = chrome::words(chinese);
    let parts = sheet.posting.parts();
    let ago = time::ago(
        sheet.published_ms,
        sheet.now_ms,
        chinese,
        &mut sheet.dress.random,
    );
    let clock = time::local(sheet.now_ms, chinese);
    let dress = &mut sheet.dress;
    Pieces {
        words,
        title: dress.html(&sheet.posting.title),
        byline: chrome::byline(dress, &ago, chinese),
        content: markup::parts(dress, &parts),
        related: chrome::related(dress, words),
        promotion: chrome::promotion(dress, words),
        share: chrome::share(dress, words),
        menu: chrome::menu(dress, words),
        search: chrome::search(dress, words),
        foot: chrome::foot(dress, words, &clock),
    }
}

fn article(sheet: &mut Sheet, p: &Pieces) -> String {
    let consent = match sheet.dress.random.chance(500) {
        true => format!(
            "<div class=\"cookie-banner\">{}</div>\n",
            chrome::consent(p.words)
        ),
        false => String::new(),
    };
    format!(
        "<body>\n<header>{}{}</header>\n<nav class=\"breadcrumbs\"><a href=\"/\">›</a> <a href=\"/jobs\">Jobs</a></nav>\n\
         <main>\n<article>\n<h1>{}</h1>\n<div class=\"byline\">{}</div>\n\
         <div class=\"description\">\n{}</div>\n<a class=\"button\" href=\"/apply\">{}</a>\n\
         <div class=\"share\">{}</div>\n</article>\n<aside class=\"related\">{}</aside>\n\
         <aside class=\"ad\">{}</aside>\n</main>\n{consent}<footer>{}</footer>\n</body>",
        p.menu,
        p.search,
        p.title,
        p.byline,
        p.content,
        p.words.apply,
        p.share,
        p.related,
        p.promotion,
        p.foot
    )
}

fn portal(sheet: &mut Sheet, p: &Pieces) -> String {
    let class = sheet.dress.token();
    // The column stands before the posting on some days and behind it on others.
    let column = format!(
        "<div class=\"sidebar\"><div class=\"ads\">{}</div><div class=\"related-jobs\">{}</div></div>\n",
        p.promotion, p.related
    );
    let main = format!(
        "<div class=\"main {class}\">\n<h1 class=\"title\">{}</h1>\n<div class=\"info\">{}</div>\n\
         <div class=\"job-description\">\n{}</div>\n\
         <div class=\"toolbar\"><a href=\"/apply\">{}</a></div>\n<div class=\"share\">{}</div>\n</div>\n",
        p.title, p.byline, p.content, p.words.apply, p.share
    );
    let both = match sheet.dress.random.chance(500) {
        true => format!("{column}{main}"),
        false => format!("{main}{column}"),
    };
    format!(
        "<body>\n<div id=\"header\">{}{}</div>\n<div id=\"wrap\">\n{both}</div>\n\
         <div id=\"footer\">{}</div>\n</body>",
        p.menu, p.search, p.foot
    )
}

fn tables(p: &Pieces) -> String {
    format!(
        "<body bgcolor=\"#ffffff\">\n<table width=\"960\" class=\"top\"><tr><td class=\"nav\">{}</td><td>{}</td></tr></table>\n\
         <table width=\"960\"><tr>\n<td width=\"180\" class=\"left\" valign=\"top\">{}<br>{}</td>\n\
         <td class=\"content\" valign=\"top\">\n<h1>{}</h1>\n<div class=\"info\">{}</div>\n{}</td>\n</tr></table>\n\
         <table width=\"960\" class=\"footer\"><tr><td>{}</td></tr></table>\n</body>",
        p.menu, p.search, p.promotion, p.related, p.title, p.byline, p.content, p.foot
    )
}

fn sections(sheet: &mut Sheet, p: &Pieces) -> String {
    let promotion = match sheet.dress.random.chance(600) {
        true => format!(
            "<section class=\"promo sponsored\">{}</section>\n",
            p.promotion
        ),
        false => String::new(),
    };
    format!(
        "<body>\n<header role=\"banner\"><nav>{}</nav>{}</header>\n\
         <section class=\"hero\"><h1>{}</h1><p class=\"meta\">{}</p></section>\n{promotion}\
         <section class=\"job-body\">\n{}</section>\n<section class=\"similar\">{}</section>\n\
         <section class=\"share-bar\">{}</section>\n<footer role=\"contentinfo\">{}</footer>\n</body>",
        p.menu, p.search, p.title, p.byline, p.content, p.related, p.share, p.foot
    )
}
