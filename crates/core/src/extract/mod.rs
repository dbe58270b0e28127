//! What to ask a model, how to read its answer, and when a call may be made.
