-- Every attempt to run a task. One row for each task, run and attempt.
CREATE TABLE IF NOT EXISTS task_attempts
(
    task_id String,
    source LowCardinality(String),
    run_id String,
    attempt Int32,
    started_at DateTime64(3, 'UTC'),
    finished_at DateTime64(3, 'UTC'),
    outcome LowCardinality(String),
    error_class LowCardinality(Nullable(String)),
    error Nullable(String),
    http_status Nullable(Int32),
    pages Int32,
    format LowCardinality(Nullable(String)),
    version UInt128,
    _topic LowCardinality(String),
    _partition Int32,
    _offset Int64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (task_id, run_id, attempt)
