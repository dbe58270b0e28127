//! The lines of a file on the disk, one at a time. A line that is longer than any answer is passed
//! over without being held.

use std::io;
use std::path::Path;

use tokio::fs::File;
use tokio::io::{AsyncBufReadExt, BufReader};

pub struct Lines {
    reader: BufReader<File>,
    most_bytes: usize,
}

/// A line without its end.
#[derive(Debug, PartialEq, Eq)]
pub enum Read {
    Line(Vec<u8>),
    TooLong,
}

impl Lines {
    pub async fn open(path: &Path, most_bytes: usize) -> io::Result<Self> {
        Ok(Self {
            reader: BufReader::new(File::open(path).await?),
            most_bytes,
        })
    }

    /// The next line that is not empty.
    pub async fn next(&mut self) -> io::Result<Option<Read>> {
        loop {
            match self.any().await? {
                Some(Read::Line(line)) if line.is_empty() => {}
                read => return Ok(read),
            }
        }
    }

    async fn any(&mut self) -> io::Result<Option<Read>> {
        let (mut line, mut is_too_long, mut has_begun) = (Vec::new(), false, false);
        loop {
            let piece = self.reader.fill_buf().await?;
            if piece.is_empty() {
                return Ok(has_begun.then(|| read(line, is_too_long)));
            }
            has_begun = true;
            let end = piece.iter().position(|byte| *byte == b'\n');
            let piece = piece.get(..end.unwrap_or(piece.len())).unwrap_or_default();
            is_too_long |= line.len() + piece.len() > self.most_bytes;
            match is_too_long {
                true => line = Vec::new(),
                false => line.extend_from_slice(piece),
            }
            let taken = piece.len() + usize::from(end.is_some());
            self.reader.consume(taken);
            if end.is_some() {
                return Ok(Some(read(line, is_too_long)));
            }
        }
    }
}

fn read(line: Vec<u8>, is_too_long: bool) -> Read {
    match is_too_long {
        true => Read::TooLong,
        false => Read::Line(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn all(text: &str) -> Vec<Read> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let mut lines = Lines::open(file.path(), 10_000).await.unwrap();
        let mut all = Vec::new();
        while let Some(read) = lines.next().await.unwrap() {
            all.push(read);
        }
        all
    }

    fn line(text: &str) -> Read {
        Read::Line(text.as_bytes().to_vec())
    }

    #[tokio::test]
    async fn lines_are_read_one_by_one_with_and_without_an_end() {
        assert_eq!(all("a\n\nb").await, [line("a"), line("b")]);
        assert_eq!(all("").await, []);
        assert_eq!(all("\n\n").await, []);
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_is_passed_over_and_the_next_one_read() {
        let long = "x".repeat(100_000);
        let fits = "y".repeat(10_000);
        let text = format!("{long}\n{fits}\nb");
        assert_eq!(all(&text).await, [Read::TooLong, line(&fits), line("b")]);
        assert_eq!(all(&long).await, [Read::TooLong]);
    }
}
