//! What is to be looked at when. Pure: times come in, names go out, in exact order of their time.

use std::collections::{BTreeSet, HashMap};

/// One time a name. Memory is one entry a name, however often times move.
#[derive(Debug, Default)]
pub(crate) struct Agenda {
    by_time: BTreeSet<(i64, String)>,
    times: HashMap<String, i64>,
}

impl Agenda {
    /// Sets the time of a name, in place of the one that it had.
    pub(crate) fn set(&mut self, name: &str, at_ms: i64) {
        self.remove(name);
        self.times.insert(name.to_owned(), at_ms);
        self.by_time.insert((at_ms, name.to_owned()));
    }

    pub(crate) fn remove(&mut self, name: &str) {
        if let Some(at_ms) = self.times.remove(name) {
            self.by_time.remove(&(at_ms, name.to_owned()));
        }
    }

    /// The earliest time.
    pub(crate) fn next(&self) -> Option<i64> {
        self.by_time.first().map(|(at_ms, _)| *at_ms)
    }

    /// Takes the earliest name whose time has come.
    pub(crate) fn pop_due(&mut self, now_ms: i64) -> Option<String> {
        let (_, name) = self.by_time.first().filter(|(at_ms, _)| *at_ms <= now_ms)?;
        let name = name.clone();
        self.remove(&name);
        Some(name)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.by_time.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_in_the_order_of_their_times() {
        let mut agenda = Agenda::default();
        agenda.set("c", 30);
        agenda.set("a", 20);
        agenda.set("b", 20);
        assert_eq!(agenda.next(), Some(20));
        let due: Vec<_> = std::iter::from_fn(|| agenda.pop_due(25)).collect();
        assert_eq!(due, ["a", "b"]);
        assert_eq!(agenda.pop_due(29), None);
        assert_eq!(agenda.pop_due(30).as_deref(), Some("c"));
        assert!(agenda.is_empty());
    }

    #[test]
    fn a_name_has_one_time_however_often_it_moves() {
        let mut agenda = Agenda::default();
        for at_ms in [50, 10, 40] {
            agenda.set("a", at_ms);
        }
        assert_eq!(agenda.next(), Some(40));
        agenda.remove("a");
        assert_eq!((agenda.next(), agenda.pop_due(i64::MAX)), (None, None));
    }
}
