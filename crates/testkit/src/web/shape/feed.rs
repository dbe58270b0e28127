//! Feeds in XML: RSS with its modules, and Atom.

use super::{Around, Kind, Shape, Sheet, time};
use crate::web::markup::{self, escape};
use crate::web::{Page, Record};
use crate::world::text::COMPANIES;

pub(super) fn page(mut around: Around, sheets: Vec<Sheet>) -> Page {
    let site = around.site;
    let records: Vec<Record> = sheets
        .into_iter()
        .map(|mut sheet| Record {
            number: sheet.posting.number,
            raw: match site.shape {
                Shape::Atom => entry(&mut sheet),
                _ => item(&mut sheet),
            },
        })
        .collect();
    let items: String = records.iter().map(|record| record.raw.as_str()).collect();
    let built = around.now_ms - around.random.between(1, 600) as i64 * 1000;
    let body = match site.shape {
        Shape::Atom => atom(&around, &items, built),
        _ => rss(&mut around, &items, built),
    };
    around.page(Kind::Xml, &body, records)
}

fn declaration(around: &Around) -> String {
    match around.site.charset.label() {
        Some(label) => format!("<?xml version=\"1.0\" encoding=\"{label}\"?>\n"),
        None => "<?xml version=\"1.0\"?>\n".to_owned(),
    }
}

fn rss(around: &mut Around, items: &str, built_ms: i64) -> String {
    let (host, company) = (around.site.host(), COMPANIES[around.site.company()].name);
    let comment = around.random.below(100_000);
    format!(
        "{}<!-- generator build {comment} -->\n\
         <rss version=\"2.0\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n<channel>\n<title>{company} jobs</title>\n\
         <link>https://{host}/</link>\n<description>Open positions</description>\n\
         <language>{}</language>\n<lastBuildDate>{}</lastBuildDate>\n{items}</channel>\n</rss>\n",
        declaration(around),
        around.site.language.tag(),
        time::rfc2822(built_ms),
    )
}

fn atom(around: &Around, items: &str, built_ms: i64) -> String {
    let (host, company) = (around.site.host(), COMPANIES[around.site.company()].name);
    format!(
        "{}<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>{company} jobs</title>\n\
         <id>https://{host}/</id>\n<link href=\"https://{host}/\"/>\n<updated>{}</updated>\n\
         {items}</feed>\n",
        declaration(around),
        time::utc(built_ms),
    )
}

/// Text of an element: escaped, or in a CDATA section.
fn text(sheet: &mut Sheet, text: &str) -> String {
    match sheet.dress.random.chance(500) && !text.contains("]]>") {
        true => format!("<![CDATA[{text}]]>"),
        false => escape(text),
    }
}

/// A line that is shown as it is: in CDATA no reference may stand.
fn title(sheet: &mut Sheet) -> String {
    let charset = sheet.site.charset;
    let dressed = sheet.dress.plain(&sheet.posting.title);
    match dressed.chars().all(|letter| charset.has(letter)) {
        true => text(sheet, &dressed),
        false => escape(&dressed),
    }
}

fn item(sheet: &mut Sheet) -> String {
    let parts = sheet.posting.parts();
    let whole = markup::parts(&mut sheet.dress, &parts);
    let body = match sheet.site.shape {
        Shape::RssEscaped => {
            let whole = text(sheet, &whole);
            vec![format!("<description>{whole}</description>\n")]
        }
        _ => vec![
            "<description>A posting on our site.</description>\n".to_owned(),
            format!("<content:encoded><![CDATA[{whole}]]></content:encoded>\n"),
        ],
    };
    let link = sheet.dress.tracked(&sheet.url());
    let title = title(sheet);
    let mut fields = vec![
        format!("<title>{title}</title>\n"),
        format!("<link>{}</link>\n", escape(&link)),
        format!("<guid isPermaLink=\"false\">{}</guid>\n", sheet.url()),
        format!("<pubDate>{}</pubDate>\n", time::rfc2822(sheet.published_ms)),
        format!(
            "<dc:creator>{}</dc:creator>\n",
            COMPANIES[sheet.site.company()].name
        ),
        "<category>Jobs</category>\n".to_owned(),
        "<category>Hiring</category>\n".to_owned(),
    ];
    fields.extend(body);
    sheet.dress.random.shuffle(&mut fields);
    format!("<item>\n{}</item>\n", fields.concat())
}

fn entry(sheet: &mut Sheet) -> String {
    let parts = sheet.posting.parts();
    let whole = markup::parts(&mut sheet.dress, &parts);
    let whole = text(sheet, &whole);
    let link = sheet.dress.tracked(&sheet.url());
    let moved = sheet.moved_ms();
    let title = title(sheet);
    let mut fields = vec![
        format!("<title>{title}</title>\n"),
        format!("<link rel=\"alternate\" href=\"{}\"/>\n", escape(&link)),
        format!("<id>{}</id>\n", sheet.url()),
        format!("<published>{}</published>\n", time::utc(sheet.published_ms)),
        format!("<updated>{}</updated>\n", time::utc(moved)),
        format!(
            "<author><name>{}</name></author>\n",
            COMPANIES[sheet.site.company()].name
        ),
        format!("<content type=\"html\">{whole}</content>\n"),
    ];
    sheet.dress.random.shuffle(&mut fields);
    format!("<entry>\n{}</entry>\n", fields.concat())
}
