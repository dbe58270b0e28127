-- Everything that ever happened to an item, in order: its contents, its facts, its presence.
-- low_quality: kept as evidence, and no reason to alert anybody.
CREATE OR REPLACE VIEW item_history AS
SELECT
    item_id,
    source,
    observed_at AS at,
    toString(outcome) AS event,
    title,
    content_hash,
    changes,
    run_id,
    raw_partition,
    raw_offset,
    kind,
    CAST(quality_score < 40, 'Bool') AS low_quality
FROM item_events FINAL
UNION ALL
SELECT
    item_id,
    source,
    at,
    toString(state) AS event,
    '' AS title,
    '' AS content_hash,
    CAST([], 'Array(Tuple(field String, kind String, before Nullable(String), after Nullable(String)))') AS changes,
    run_id,
    raw_partition,
    raw_offset,
    CAST(NULL, 'Nullable(String)') AS kind,
    false AS low_quality
FROM presence_events FINAL
