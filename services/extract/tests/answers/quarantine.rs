//! Answers that are valid and suspicious.
