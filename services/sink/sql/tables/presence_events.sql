-- History: every presence record. One row for each item and raw record.
CREATE TABLE IF NOT EXISTS presence_events
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
ORDER BY (item_id, raw_partition, raw_offset)
