//! JSON as servers write it: keys in any order, blanks in any number, characters raw or escaped.

use serde_json::Value;

use super::Charset;
use crate::random::Random;

/// How one document is written.
pub(super) struct Writer<'a> {
    random: &'a mut Random,
    charset: Charset,
    /// Every character beyond ASCII as `\u`.
    escapes: bool,
    /// Solidus as `\/`, as PHP does.
    solidus: bool,
    indents: bool,
}

impl<'a> Writer<'a> {
    pub(super) fn new(random: &'a mut Random, charset: Charset) -> Self {
        let (escapes, solidus, indents) =
            (random.chance(300), random.chance(300), random.chance(400));
        Self {
            random,
            charset,
            escapes,
            solidus,
            indents,
        }
    }

    pub(super) fn write(&mut self, value: &Value) -> String {
        let mut out = String::new();
        self.value(value, 0, &mut out);
        out
    }

    fn value(&mut self, value: &Value, depth: usize, out: &mut String) {
        match value {
            Value::String(text) => self.text(text, out),
            Value::Array(values) => {
                out.push('[');
                for (at, value) in values.iter().enumerate() {
                    self.between(at, depth + 1, out);
                    self.value(value, depth + 1, out);
                }
                self.end(depth, out);
                out.push(']');
            }
            Value::Object(fields) => {
                out.push('{');
                let mut names: Vec<&String> = fields.keys().collect();
                self.random.shuffle(&mut names);
                for (at, name) in names.into_iter().enumerate() {
                    self.between(at, depth + 1, out);
                    self.text(name, out);
                    out.push_str(if self.indents { ": " } else { ":" });
                    self.value(&fields[name], depth + 1, out);
                }
                self.end(depth, out);
                out.push('}');
            }
            other => out.push_str(&other.to_string()),
        }
    }

    fn between(&mut self, at: usize, depth: usize, out: &mut String) {
        if at > 0 {
            out.push(',');
        }
        self.end(depth, out);
    }

    fn end(&mut self, depth: usize, out: &mut String) {
        if self.indents {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', depth * 2));
        }
    }

    fn text(&mut self, text: &str, out: &mut String) {
        out.push('"');
        for letter in text.chars() {
            match letter {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                '/' if self.solidus => out.push_str("\\/"),
                '\n' => out.push_str("\\n"),
                '\t' => out.push_str("\\t"),
                '\r' => out.push_str("\\r"),
                // A script would end at it.
                '<' if self.escapes => out.push_str("\\u003c"),
                letter if (letter as u32) < 0x20 => self.unit(letter as u16, out),
                letter if letter.is_ascii() => out.push(letter),
                letter if self.escapes || !self.charset.has(letter) => {
                    for unit in letter.encode_utf16(&mut [0; 2]) {
                        self.unit(*unit, out);
                    }
                }
                letter => out.push(letter),
            }
        }
        out.push('"');
    }

    fn unit(&self, unit: u16, out: &mut String) {
        out.push_str(&format!("\\u{unit:04x}"));
    }
}
