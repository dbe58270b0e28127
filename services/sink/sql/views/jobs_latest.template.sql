-- Every posting that is not delisted: what it says now, and the profile of its current content
-- under the highest contract that there is one for. A run is never asked for: it hides nothing.
--   fact_…            what the board says itself
--   other fields      what was extracted from title and text
--   profile_status    ok, empty (read, and nothing was in it), pending (not extracted yet) or held
--                     (extracted, and not trusted yet: its fields are left out)
CREATE OR REPLACE VIEW jobs_latest AS
SELECT
    i.item_id AS item_id,
    toString(i.source) AS source,
    i.title AS title,
    i.url AS url,
    if(p.version > 0, toString(p.state), 'listed') AS presence,
    parseDateTime64BestEffortOrNull(i.fact_published_at, 3, 'UTC') AS fact_published_at,
    i.fact_published_precision AS fact_published_precision,
    i.fact_company AS fact_company,
    i.fact_department AS fact_department,
    i.fact_cities AS fact_cities,
    i.fact_country AS fact_country,
    i.fact_workplace AS fact_workplace,
    i.fact_employment_type AS fact_employment_type,
    i.fact_language AS fact_language,
    toDecimal128OrNull(i.fact_pay_min, 9) AS fact_pay_min,
    toDecimal128OrNull(i.fact_pay_max, 9) AS fact_pay_max,
    i.fact_pay_currency AS fact_pay_currency,
    i.fact_pay_interval AS fact_pay_interval,
    i.fact_requisition AS fact_requisition,
    i.fact_published_text AS fact_published_text,
    i.fact_published_not_after AS fact_published_not_after,
    i.fact_pay_months AS fact_pay_months,
    {fields}
    {status} AS profile_status,
    {contract} AS contract,
    {model} AS model,
    {extracted_at} AS extracted_at,
    i.content_hash AS content_hash,
    i.first_seen_at AS first_seen_at,
    i.changed_at AS changed_at,
    i.observed_at AS last_seen_at,
    i.quality_score AS quality_score,
    i.quality_reasons AS quality_reasons,
    i.kind AS kind,
    CAST(i.quality_score < 40, 'Bool') AS low_quality,
    {quarantined} AS quarantined,
    {injection_suspected} AS injection_suspected
FROM (SELECT * FROM items FINAL) AS i
LEFT JOIN (SELECT item_id, state, version FROM presence FINAL) AS p
    ON p.item_id = i.item_id
{joins}
WHERE presence != 'delisted'
-- A joined row that is not there has version 0 and empty values, whatever the reader's settings are.
SETTINGS join_use_nulls = 0
