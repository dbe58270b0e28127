-- One row a run: what it saw, what became of it, and what was paid.
-- seen = new + changed + unchanged; reverted and revised are parts of changed.
-- contents = paid + reused + failed + pending: the events with another content than before.
CREATE OR REPLACE VIEW ledger AS
SELECT
    r.run_id AS run_id,
    r.source AS source,
    r.state AS state,
    r.started_at AS started_at,
    r.finished_at AS finished_at,
    r.complete AS complete,
    r.healthy AS healthy,
    r.seen AS seen,
    r.new AS new,
    r.changed AS changed,
    r.reverted AS reverted,
    ifNull(r.revised, 0) AS revised,
    r.unchanged AS unchanged,
    r.duplicate AS duplicate,
    r.failed AS set_aside,
    ifNull(r.blocked, 0) AS blocked,
    ifNull(r.withdrawn, 0) AS withdrawn,
    r.missing AS missing,
    r.delisted AS delisted,
    r.relisted AS relisted,
    c.contents AS contents,
    c.paid AS paid,
    c.reused AS reused,
    c.failed AS failed,
    c.pending AS pending,
    c.paid_calls AS paid_calls,
    c.cost_micros AS cost_micros
FROM (SELECT * FROM runs FINAL) AS r
LEFT JOIN
(
    SELECT
        run_id,
        countIf(settled != 'free') AS contents,
        countIf(settled = 'paid') AS paid,
        countIf(settled = 'reused') AS reused,
        countIf(settled = 'failed') AS failed,
        countIf(settled = 'pending') AS pending,
        sum(paid_calls) AS paid_calls,
        sum(cost_micros) AS cost_micros
    FROM event_costs
    GROUP BY run_id
) AS c
    ON c.run_id = r.run_id
-- A joined row that is not there has version 0 and empty values, whatever the reader's settings are.
SETTINGS join_use_nulls = 0
