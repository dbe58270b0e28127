//! When to fetch, what to fetch next, and when a run is over.
