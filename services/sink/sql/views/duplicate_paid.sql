-- Contents that were paid for more than once. Empty, unless a process was killed between a call and
-- its result.
CREATE OR REPLACE VIEW duplicate_paid AS
SELECT
    content_hash,
    contract,
    count() AS paid_calls,
    sum(cost_micros) AS cost_micros,
    groupArray(attempt) AS attempts,
    groupUniqArray(owner) AS owners
FROM extract_attempts FINAL
WHERE state = 'succeeded'
GROUP BY content_hash, contract
HAVING paid_calls > 1
