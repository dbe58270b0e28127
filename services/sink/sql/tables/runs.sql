-- What each pass over a source did: a log, never a view of the data.
CREATE TABLE IF NOT EXISTS runs
(
    run_id String,
    source LowCardinality(String),
    state LowCardinality(String),
    started_at DateTime64(3, 'UTC'),
    finished_at Nullable(DateTime64(3, 'UTC')),
    complete Bool,
    healthy Bool,
    reason Nullable(String),
    pages Int32,
    seen Int64,
    new Int64,
    changed Int64,
    reverted Int64,
    unchanged Int64,
    duplicate Int64,
    failed Int64,
    missing Int64,
    delisted Int64,
    relisted Int64,
    raw_partition Int32,
    raw_offset Int64,
    due_at Nullable(DateTime64(3, 'UTC')),
    revised Nullable(Int64),
    withdrawn Nullable(Int64),
    blocked Nullable(Int64),
    version UInt128,
    _topic LowCardinality(String),
    _partition Int32,
    _offset Int64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY run_id
