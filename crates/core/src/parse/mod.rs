//! From bytes to items.
