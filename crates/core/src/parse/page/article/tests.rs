//! Main text, title and facts of pages of every kind.
