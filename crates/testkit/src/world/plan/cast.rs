//! The cast: the first postings of every world, one for each case that a run must meet.
//!
//! Frozen by the digest of the default world. A case that is missing here is missing from every
//! scenario; add parts at the end, because `Of` and `Adopt` name places in the list.

use super::super::item::Language;
use super::super::shape::Shape;

#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    EditText,
    EditTitle,
    EditPay,
    EditCity,
    /// Back to the content before the present one.
    ReturnContent,
    /// Back to the facts before the present ones.
    ReturnFacts,
    /// Takes over the first content of another posting.
    Adopt(usize),
    Leave,
    ComeBack,
}

use Event::{
    Adopt, ComeBack, EditCity, EditPay, EditText, EditTitle, Leave, ReturnContent, ReturnFacts,
};

/// One part in the cast.
pub(super) struct Part {
    pub(super) shape: Shape,
    pub(super) language: Language,
    pub(super) first_day: u32,
    pub(super) text: Text,
    pub(super) events: &'static [(u32, Event)],
}

#[derive(Clone, Copy)]
pub(super) enum Text {
    Own,
    AlmostEmpty,
    /// The same content as an earlier posting, on another board.
    Of(usize),
}

const fn part(shape: Shape, first_day: u32, text: Text, events: &'static [(u32, Event)]) -> Part {
    Part {
        shape,
        language: Language::English,
        first_day,
        text,
        events,
    }
}

const fn in_chinese(part: Part) -> Part {
    Part {
        language: Language::Chinese,
        ..part
    }
}

use Shape::{Ashby, Greenhouse, Lever};
use Text::{AlmostEmpty, Of, Own};

/// Numbers in `Of` and `Adopt` are places in this list.
pub(super) const CAST: &[Part] = &[
    /* 0 */ part(Greenhouse, 1, Own, &[]),
    // The same content in all three shapes, one of them a day later, and one that turns into it.
    /* 1 */
    part(Lever, 1, Of(0), &[]),
    /* 2 */ part(Ashby, 2, Of(0), &[]),
    /* 3 */ part(Lever, 1, Own, &[(2, Adopt(0))]),
    // Edits of every kind, in every shape that has it.
    /* 4 */
    part(Greenhouse, 1, Own, &[(2, EditText)]),
    /* 5 */ part(Lever, 1, Own, &[(3, EditText)]),
    /* 6 */ part(Ashby, 1, Own, &[(2, EditTitle)]),
    /* 7 */ part(Lever, 1, Own, &[(2, EditPay)]),
    /* 8 */ part(Ashby, 1, Own, &[(2, EditPay), (3, ReturnFacts)]),
    /* 9 */ part(Greenhouse, 1, Own, &[(3, EditCity)]),
    /* 10 */ part(Ashby, 1, Own, &[(3, EditText), (3, EditPay)]),
    // A to B to A, by text in one shape and by title in another.
    /* 11 */
    part(Greenhouse, 1, Own, &[(2, EditText), (3, ReturnContent)]),
    /* 12 */ part(Lever, 1, Own, &[(2, EditTitle), (3, ReturnContent)]),
    // Comings and goings.
    /* 13 */ part(Ashby, 1, Own, &[(2, Leave), (3, ComeBack)]),
    /* 14 */
    part(
        Greenhouse,
        1,
        Own,
        &[(2, Leave), (3, EditText), (3, ComeBack)],
    ),
    /* 15 */ part(Lever, 1, Own, &[(2, Leave), (4, ComeBack)]),
    /* 16 */ part(Ashby, 1, Own, &[(2, Leave)]),
    /* 17 */ part(Greenhouse, 1, Own, &[(3, Leave)]),
    /* 18 */ part(Lever, 2, Own, &[]),
    /* 19 */ part(Ashby, 3, Own, &[]),
    // A title and one short word.
    /* 20 */ part(Ashby, 1, AlmostEmpty, &[]),
    // Chinese: cross-posted, edited, returned.
    /* 21 */
    in_chinese(part(Lever, 1, Own, &[])),
    /* 22 */ in_chinese(part(Greenhouse, 1, Of(21), &[])),
    /* 23 */ in_chinese(part(Ashby, 1, Own, &[(2, EditText)])),
    /* 24 */
    in_chinese(part(
        Greenhouse,
        1,
        Own,
        &[(2, EditText), (3, ReturnContent)],
    )),
    /* 25 */ in_chinese(part(Lever, 1, Own, &[(2, EditPay)])),
];

/// The least number of postings that holds every case.
pub(in super::super) const CAST_SIZE: u32 = CAST.len() as u32;
