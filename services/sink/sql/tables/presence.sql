-- Whether each item is listed now: its latest presence record.
CREATE TABLE IF NOT EXISTS presence
(
    item_id String,
    source LowCardinality(String),
    state LowCardinality(String),
    since DateTime64(3, 'UTC'),
    missed_runs Int32,
    run_id String,
    at DateTime64(3, 'UTC'),
    raw_partition Int32,
    raw_offset Int64,
    version UInt128,
    _topic LowCardinality(String),
    _partition Int32,
    _offset Int64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY item_id
