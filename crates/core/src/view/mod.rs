//! Rows of the tables that analysts read.
