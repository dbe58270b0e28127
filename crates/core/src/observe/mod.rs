//! What a response says about items, against what was known of them.
