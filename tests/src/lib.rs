//! What scenario and end-to-end tests share.
