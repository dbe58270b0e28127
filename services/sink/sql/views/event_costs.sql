-- What each event of an item cost. `settled` is one of
--   free      the content is the one before: nothing to extract
--   paid      a call that this event caused brought the profile
--   reused    the profile was there, or another event paid for it
--   failed    there is no profile, and the last attempt was given up
--   pending   there is no profile yet
CREATE OR REPLACE VIEW event_costs AS
SELECT
    e.item_id AS item_id,
    e.source AS source,
    e.run_id AS run_id,
    e.observed_at AS observed_at,
    e.outcome AS outcome,
    e.title AS title,
    e.content_hash AS content_hash,
    e.raw_partition AS raw_partition,
    e.raw_offset AS raw_offset,
    multiIf(
        NOT e.other_content, 'free',
        calls.paid_calls > 0, 'paid',
        known.content_hash != '', 'reused',
        given_up.content_hash != '', 'failed',
        'pending'
    ) AS settled,
    calls.paid_calls AS paid_calls,
    calls.cost_micros AS cost_micros
FROM
(
    SELECT
        *,
        content_hash != lagInFrame(content_hash, 1, '') OVER (
            PARTITION BY item_id ORDER BY version ASC ROWS BETWEEN 1 PRECEDING AND CURRENT ROW
        ) AS other_content
    FROM item_events FINAL
) AS e
LEFT JOIN
(
    SELECT
        caused_by_item,
        caused_by_raw_partition,
        caused_by_raw_offset,
        countIf(state = 'succeeded') AS paid_calls,
        sum(cost_micros) AS cost_micros
    FROM extract_attempts FINAL
    GROUP BY caused_by_item, caused_by_raw_partition, caused_by_raw_offset
) AS calls
    ON calls.caused_by_item = e.item_id
    AND calls.caused_by_raw_partition = e.raw_partition
    AND calls.caused_by_raw_offset = e.raw_offset
LEFT JOIN (SELECT DISTINCT content_hash FROM profiles) AS known
    ON known.content_hash = e.content_hash
LEFT JOIN
(
    SELECT DISTINCT content_hash FROM extract_attempts FINAL WHERE state = 'given_up'
) AS given_up
    ON given_up.content_hash = e.content_hash
-- A joined row that is not there has version 0 and empty values, whatever the reader's settings are.
SETTINGS join_use_nulls = 0
