-- The profiles of all contracts, with the columns that all of them have.
CREATE OR REPLACE VIEW profiles AS
{each}
SELECT
    content_hash,
    '{contract}' AS contract,
    toString(status) AS status,
    extracted_at,
    attempt,
    config_version,
    toString(provider) AS provider,
    toString(model) AS model,
    tokens_in,
    tokens_out,
    cost_micros,
    flags,
    proofs,
    rejected,
    injection_suspected,
    parts,
    quarantined,
    toString(lifted_from) AS lifted_from,
    asked_fields,
    caused_by_item,
    toString(caused_by_parser) AS caused_by_parser,
    judged_at
FROM {table} FINAL
