//! What `readonce try` prints.
