-- Canonical content by its hash: what was hashed, and what the model read.
CREATE TABLE IF NOT EXISTS snapshots
(
    content_hash String,
    canonicalizer_version Int32,
    kind LowCardinality(String),
    title String,
    text String,
    simhash String,
    text_bytes Int64,
    version UInt128,
    _topic LowCardinality(String),
    _partition Int32,
    _offset Int64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY content_hash
