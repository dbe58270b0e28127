-- What was spent and is held, by UTC day, source and contract: what budgets count. A call without a
-- result counts by its estimate, since it may have been billed; one that is known not to be billed,
-- or that the rules made, counts nothing. A call belongs to the day on which it was announced.
CREATE OR REPLACE VIEW budget_days AS
SELECT
    day,
    source,
    contract,
    count() AS calls,
    sum(tokens) AS tokens,
    sum(micros) AS cost_micros,
    countIf(state = 'started') AS open_calls
FROM
(
    SELECT
        toDate(started_at, 'UTC') AS day,
        splitByChar('/', caused_by_item)[1] AS source,
        contract,
        state,
        tokens_in IS NULL AND tokens_out IS NULL AS is_expected,
        if(
            is_expected,
            ifNull(estimated_tokens, 0),
            ifNull(tokens_in, 0) + ifNull(tokens_out, 0)
        ) AS tokens,
        if(is_expected, ifNull(estimated_cost_micros, 0), cost_micros) AS micros
    FROM extract_attempts FINAL
    WHERE provider != 'rules' AND ifNull(billed, true)
)
GROUP BY day, source, contract
