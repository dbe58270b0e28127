-- What is not trusted, and why: a row for each source, parser, contract and mark.
--   state   flag (shown with its mark) or hold (left out of jobs_latest), by the policy;
--           released (shown) or confirmed (left out), by a person
--   reason  injection, drift:<measure>:<field>,… or both with a '+' between
CREATE OR REPLACE VIEW quarantine AS
SELECT
    splitByChar('/', caused_by_item)[1] AS source,
    caused_by_parser AS parser,
    contract,
    splitByChar(':', assumeNotNull(quarantined))[1] AS state,
    substring(assumeNotNull(quarantined), position(assumeNotNull(quarantined), ':') + 1) AS reason,
    count() AS profiles,
    min(extracted_at) AS first_at,
    max(extracted_at) AS last_at
FROM profiles
WHERE quarantined IS NOT NULL
GROUP BY source, parser, contract, state, reason
