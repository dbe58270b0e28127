//! The parts of a text as HTML, in the dress of the day.

use super::dress::Dress;
use super::posting::Part;

/// All parts, one after the other.
pub(super) fn parts(dress: &mut Dress, parts: &[Part]) -> String {
    let mut html = String::new();
    for part in parts {
        html.push_str(&self::part(dress, part));
        html.push_str(&dress.nothing());
    }
    html
}

fn part(dress: &mut Dress, part: &Part) -> String {
    match part {
        Part::Heading(text) => {
            let inner = dress.html(text);
            let name = dress.random.pick(&["h3", "h3", "h2", "h4"]);
            dress.element(name, &inner)
        }
        Part::Paragraph(text) => {
            let inner = dress.paragraph(text);
            let name = dress.random.pick(&["p", "p", "p", "div"]);
            dress.element(name, &inner)
        }
        Part::Bullets(lines) => bullets(dress, lines),
        Part::Steps(lines) => {
            let items = items(dress, lines);
            dress.element("ol", &items)
        }
        Part::Table(rows) => table(dress, rows),
    }
}

/// A list whose order means nothing and is another one every day.
pub(super) fn bullets(dress: &mut Dress, lines: &[String]) -> String {
    let mut lines = lines.to_vec();
    dress.random.shuffle(&mut lines);
    let items = items(dress, &lines);
    dress.element("ul", &items)
}

pub(super) fn items(dress: &mut Dress, lines: &[String]) -> String {
    let mut html = String::new();
    for line in lines {
        let mut inner = dress.html(line);
        if dress.random.chance(200) {
            inner = dress.element("p", &inner);
        }
        html.push_str(&dress.element("li", &inner));
    }
    html
}

fn table(dress: &mut Dress, rows: &[[String; 2]]) -> String {
    let mut html = String::new();
    for row in rows {
        let mut cells = String::new();
        for cell in row {
            let inner = dress.html(cell);
            cells.push_str(&dress.element("td", &inner));
        }
        html.push_str(&dress.element("tr", &cells));
    }
    let body = match dress.random.chance(500) {
        true => dress.element("tbody", &html),
        false => html,
    };
    dress.element("table", &body)
}

/// Text for an attribute, or for XML and HTML that holds no markup of its own.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
