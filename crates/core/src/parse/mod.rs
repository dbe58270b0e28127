//! Responses into items.

pub mod html;
