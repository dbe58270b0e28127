//! The frozen form of content and its hash.
