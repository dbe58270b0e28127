-- What every item says now, whatever kind of thing it is, with its facts in typed form. Delisted items
-- stand here too: presence says so.
--   last_event    new, changed, revised, reverted, unchanged or withdrawn (the source says it is gone)
--   low_quality   kept as evidence, and no reason to alert anybody
CREATE OR REPLACE VIEW items_latest AS
SELECT
    i.item_id AS item_id,
    toString(i.source) AS source,
    i.kind AS kind,
    i.title AS title,
    i.url AS url,
    if(p.version > 0, toString(p.state), 'listed') AS presence,
    toString(i.outcome) AS last_event,
    parseDateTime64BestEffortOrNull(i.fact_published_at, 3, 'UTC') AS published_at,
    i.fact_published_precision AS published_precision,
    i.fact_published_text AS published_text,
    i.fact_published_not_after AS published_not_after,
    i.fact_author AS author,
    i.fact_language AS language,
    i.fact_media_type AS media_type,
    i.fact_brand AS brand,
    i.fact_sku AS sku,
    toDecimal128OrNull(i.fact_price, 9) AS price,
    toDecimal128OrNull(i.fact_price_low, 9) AS price_low,
    toDecimal128OrNull(i.fact_price_high, 9) AS price_high,
    i.fact_currency AS currency,
    i.fact_currency_inferred AS currency_inferred,
    toDecimal128OrNull(i.fact_list_price, 9) AS list_price,
    i.fact_price_is_from AS price_is_from,
    i.fact_tax_included AS tax_included,
    i.fact_conflict AS price_conflict,
    i.fact_stock AS stock,
    i.fact_stock_reason AS stock_reason,
    i.fact_offer_count AS offer_count,
    i.fact_offers AS offers,
    i.content_hash AS content_hash,
    i.event_fingerprint AS event_fingerprint,
    i.first_seen_at AS first_seen_at,
    i.changed_at AS changed_at,
    i.observed_at AS last_seen_at,
    i.quality_score AS quality_score,
    i.quality_reasons AS quality_reasons,
    CAST(i.quality_score < 40, 'Bool') AS low_quality,
    i.format AS format,
    i.parser AS parser
FROM (SELECT * FROM items FINAL) AS i
LEFT JOIN (SELECT item_id, state, version FROM presence FINAL) AS p
    ON p.item_id = i.item_id
-- A joined row that is not there has version 0 and empty values, whatever the reader's settings are.
SETTINGS join_use_nulls = 0
