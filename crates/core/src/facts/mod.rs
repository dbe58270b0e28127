//! Typed facts out of written text. Each room here reads one kind; none guesses what is not said.

pub mod money;
