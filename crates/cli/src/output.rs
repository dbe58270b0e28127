//! What people see and what programs read: never both at once.

use std::io::{IsTerminal, Write as _};

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{Cell, CellAlignment, Table};
use serde::Serialize;

/// Prints a line for people or programs. A reader that has gone away (`| head`) ends the command
/// quietly, as it does for other tools.
macro_rules! say {
    () => { $crate::output::line(format_args!("")) };
    ($($text:tt)*) => { $crate::output::line(format_args!($($text)*)) };
}
pub(crate) use say;

/// Writes one line to standard output.
pub fn line(text: std::fmt::Arguments<'_>) {
    let written = writeln!(std::io::stdout().lock(), "{text}");
    if let Err(error) = written {
        let is_gone = error.kind() == std::io::ErrorKind::BrokenPipe;
        std::process::exit(if is_gone { 0 } else { 1 });
    }
}

/// How to speak.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    pub is_json: bool,
    pub has_color: bool,
}

impl Output {
    /// Colour only on a terminal, and never when NO_COLOR is set (no-color.org).
    pub fn new(is_json: bool) -> Self {
        let wants_color = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Self {
            is_json,
            has_color: wants_color && std::io::stdout().is_terminal(),
        }
    }

    /// One JSON document for programs, or whatever `people` prints.
    pub fn show<T: Serialize>(&self, value: &T, people: impl FnOnce()) -> anyhow::Result<()> {
        if self.is_json {
            say!("{}", serde_json::to_string(value)?);
        } else {
            people();
        }
        Ok(())
    }

    pub fn good(&self, text: &str) -> String {
        self.paint("32", text)
    }

    pub fn bad(&self, text: &str) -> String {
        self.paint("31", text)
    }

    pub fn warn(&self, text: &str) -> String {
        self.paint("33", text)
    }

    pub fn dim(&self, text: &str) -> String {
        self.paint("2", text)
    }

    pub fn bold(&self, text: &str) -> String {
        self.paint("1", text)
    }

    fn paint(&self, code: &str, text: &str) -> String {
        match self.has_color {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_owned(),
        }
    }
}

/// A table whose columns from `numbers_from` on are right-aligned. Painted text belongs into the
/// last column: its colour codes count as width.
pub fn table(head: &[&str], rows: Vec<Vec<String>>, numbers_from: usize) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_FULL_CONDENSED).set_header(head);
    for row in rows {
        table.add_row(row.into_iter().enumerate().map(|(at, text)| {
            let cell = Cell::new(text);
            match at >= numbers_from {
                true => cell.set_alignment(CellAlignment::Right),
                false => cell,
            }
        }));
    }
    table
}
