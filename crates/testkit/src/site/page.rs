//! Which page of the world an address names, and its body. Pure.

use std::collections::HashMap;

use axum::extract::Query;
use axum::http::Uri;
use serde_json::Value;

use crate::world::{Shape, Window, World};

/// One page of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Page {
    /// Position of the board in the world.
    board: usize,
    form: Form,
    window: Window,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Form {
    Full,
    /// Greenhouse without `content=true`: titles and places only.
    Bare,
    /// Lever without `mode=json`: a page for people.
    Html,
}

impl Page {
    /// `None` when the site has no such page.
    pub(super) fn of(uri: &Uri, world: &World) -> Option<Self> {
        let query = Query::<HashMap<String, String>>::try_from_uri(uri).ok()?.0;
        let parts: Vec<&str> = uri.path().trim_matches('/').split('/').collect();
        let (shape, slug) = match parts.as_slice() {
            ["greenhouse", slug, "jobs"] => (Shape::Greenhouse, *slug),
            ["lever", slug] => (Shape::Lever, *slug),
            ["ashby", slug] => (Shape::Ashby, *slug),
            _ => return None,
        };
        let mut boards = world.boards().iter();
        let board = boards.position(|board| board.shape == shape && board.slug == slug)?;
        let asks = |key: &str, value: &str| query.get(key).is_some_and(|found| found == value);
        let form = match shape {
            Shape::Greenhouse if !asks("content", "true") => Form::Bare,
            Shape::Lever if !asks("mode", "json") => Form::Html,
            _ => Form::Full,
        };
        let window = match shape {
            Shape::Lever => window(&query)?,
            _ => Window::default(),
        };
        Some(Self {
            board,
            form,
            window,
        })
    }

    pub(super) fn content_type(self) -> &'static str {
        match self.form {
            Form::Html => "text/html; charset=utf-8",
            _ => "application/json; charset=utf-8",
        }
    }

    pub(super) fn body(self, world: &World, day: u32) -> String {
        let Some(board) = world.boards().get(self.board) else {
            return String::new();
        };
        let full = || world.render(board, day, self.window);
        match self.form {
            Form::Full => full(),
            Form::Bare => without_content(&full()),
            Form::Html => format!(
                "<!doctype html><title>{0}</title><h1>Jobs at {0}</h1>",
                board.company
            ),
        }
    }

    /// The same page of a board that lists nothing.
    pub(super) fn emptied(self) -> Self {
        let limit = Some(0);
        let window = Window { skip: 0, limit };
        Self { window, ..self }
    }
}

/// `skip` and `limit` of Lever; `None` when one of them is no number.
fn window(query: &HashMap<String, String>) -> Option<Window> {
    let number = |key: &str| query.get(key).map(|text| text.parse::<usize>().ok());
    Some(Window {
        skip: number("skip").unwrap_or(Some(0))?,
        limit: match number("limit") {
            Some(limit) => Some(limit?),
            None => None,
        },
    })
}

fn without_content(body: &str) -> String {
    let Ok(mut list) = serde_json::from_str::<Value>(body) else {
        return body.to_owned();
    };
    let jobs = list.get_mut("jobs").and_then(Value::as_array_mut);
    for job in jobs.into_iter().flatten().filter_map(Value::as_object_mut) {
        for field in ["content", "departments", "offices"] {
            job.remove(field);
        }
    }
    list.to_string()
}
