//! Pages that stand where content should: captchas, login walls, errors with status 200.
//!
//! Nothing is concluded from a word alone. A sign counts only on a page that has little text of its
//! own, and the less a sign says by itself, the less text it may have beside it. A page that has
//! content is never blocked, whatever else is on it.

mod signs;
#[cfg(test)]
mod tests;

use std::fmt;

use readonce_model::Reason;
use readonce_model::reason::Code;

use super::look::Look;
use super::outline::{Outline, PasswordField};
use crate::parse::Source;
use signs::{Sign, Where};

/// Text outside links, forms and navigation that no wall of that kind has.
const MOST_BESIDE_LOGIN: usize = 150;
const MOST_OF_LOGIN_PAGE: usize = 600;

/// What stands in front of the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wall {
    /// A test for people, or a refusal of machines.
    Captcha,
    Login,
    /// "Not found" with status 200.
    SoftNotFound,
    Maintenance,
    /// A question for consent, and nothing behind it yet.
    Consent,
}

impl Wall {
    pub const fn as_str(self) -> &'static str {
        match self {
            Wall::Captcha => "captcha",
            Wall::Login => "login wall",
            Wall::SoftNotFound => "soft 404",
            Wall::Maintenance => "maintenance",
            Wall::Consent => "consent",
        }
    }
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why the page is no content; `None` when it may be.
pub(in crate::parse) fn reason(source: &Source) -> Option<Reason> {
    reason_of(&Look::new(source.text))
}

pub(super) fn reason_of(look: &Look) -> Option<Reason> {
    let (wall, evidence) = wall(look)?;
    Some(Reason::new(Code::Blocked, format!("{wall}: {evidence}")))
}

/// The wall that a page is, with the evidence in words.
fn wall(look: &Look) -> Option<(Wall, String)> {
    if !look.may_be_wall() {
        return None;
    }
    let outline = Outline::of(look.tree());
    if outline.has_thing {
        return None;
    }
    by_sign(&outline, look.html).or_else(|| by_form(&outline))
}

fn by_sign(outline: &Outline, html: &str) -> Option<(Wall, String)> {
    let fits = |sign: &&Sign| {
        let size = match sign.place {
            // Nothing else may be on the page, not even links.
            Where::Source => outline.all,
            _ => outline.own,
        };
        size <= sign.most_text && sign.is_on(outline, html)
    };
    let sign = signs::SIGNS.iter().find(fits)?;
    Some((sign.wall, sign.evidence(outline)))
}

/// A password field and little else. In the head of a page it is no wall: every page has it there.
fn by_form(outline: &Outline) -> Option<(Wall, String)> {
    let field = outline.password?;
    let named = signs::names_login(&outline.title)
        || outline
            .headings
            .iter()
            .any(|heading| signs::names_login(heading));
    let alone = field == PasswordField::InPage && outline.own <= MOST_BESIDE_LOGIN;
    let titled = named && outline.own <= MOST_OF_LOGIN_PAGE;
    let few_words = outline.all <= MOST_OF_LOGIN_PAGE;
    (titled || (alone && few_words)).then(|| {
        let beside = outline.own;
        (
            Wall::Login,
            format!("a field for a password, and {beside} letters of text beside it"),
        )
    })
}
