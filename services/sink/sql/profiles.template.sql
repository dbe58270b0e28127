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
    lifted_from LowCardinality(Nullable(String)),
    lift_version Nullable(String),
    asked_fields Array(String),
    {columns}
    proofs Array(Tuple(field String, value String, first_line Int32, last_line Int32)),
    rejected Array(Tuple(field String, reason String)),
    injection_suspected Array(Tuple(line Int32, rule String, words String)),
    parts Array(Tuple(part Int32, attempt Int32, config_version String, tokens_in Nullable(Int64), tokens_out Nullable(Int64), cost_micros Int64)),
    quarantined Nullable(String),
    caused_by_parser LowCardinality(Nullable(String)),
    judged_at Nullable(DateTime64(3, 'UTC')),
    version UInt128,
    _topic LowCardinality(String),
    _partition Int32,
    _offset Int64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY content_hash
