-- What was extracted under one contract: the newest profile of each content.
CREATE TABLE IF NOT EXISTS {table}
(
    content_hash String,
    status LowCardinality(String),
    extracted_at DateTime64(3, 'UTC'),
    attempt Int32,
    config_version String,
    provider LowCardinality(String),
    model LowCardinality(String),
    tokens_in Nullable(Int64),
    tokens_out Nullable(Int64),
    cost_micros Int64,
    flags Array(String),
    caused_by_item String,
    caused_by_raw_partition Int32,
    caused_by_raw_offset Int64,
    {columns}
    version UInt128,
    _topic LowCardinality(String),
    _partition Int32,
    _offset Int64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY content_hash
