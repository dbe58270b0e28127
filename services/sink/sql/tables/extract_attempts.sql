-- Every call to a model, also the ones that failed. One row for each content, contract and attempt.
CREATE TABLE IF NOT EXISTS extract_attempts
(
    content_hash String,
    contract LowCardinality(String),
    attempt Int32,
    state LowCardinality(String),
    owner LowCardinality(String),
    started_at DateTime64(3, 'UTC'),
    lease_until DateTime64(3, 'UTC'),
    finished_at Nullable(DateTime64(3, 'UTC')),
    error_class LowCardinality(Nullable(String)),
    error Nullable(String),
    billed Nullable(Bool),
    config_version String,
    provider LowCardinality(String),
    model LowCardinality(String),
    tokens_in Nullable(Int64),
    tokens_out Nullable(Int64),
    cost_micros Int64,
    estimated_tokens Nullable(Int64),
    estimated_cost_micros Nullable(Int64),
    caused_by_item String,
    caused_by_raw_partition Int32,
    caused_by_raw_offset Int64,
    earlier_attempts Int32,
    max_output_tokens Nullable(Int32),
    part Nullable(Int32),
    parts Nullable(Int32),
    lane LowCardinality(Nullable(String)),
    submit_until Nullable(DateTime64(3, 'UTC')),
    version UInt128,
    _topic LowCardinality(String),
    _partition Int32,
    _offset Int64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (content_hash, contract, attempt)
