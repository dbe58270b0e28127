-- Pairs of contents that differ in little: their marks have at most 3 of 64 bits apart, and the shorter
-- one has at least four fifths of the length of the other. Marks, never a reason to leave one out: the
-- bit that differs may be the price. One row a pair.
-- Of four bands of 16 bits at least one is equal where at most 3 bits differ, so bands are joined.
CREATE OR REPLACE VIEW near_duplicates AS
WITH marked AS
(
    SELECT
        content_hash,
        title,
        text_bytes,
        reinterpretAsUInt64(reverse(unhex(simhash))) AS mark,
        arrayJoin(arrayMap(band -> (band, bitAnd(bitShiftRight(mark, 16 * band), 65535)), [0, 1, 2, 3])) AS band
    FROM snapshots FINAL
    -- A mark of few words says nothing.
    WHERE text_bytes >= 200
)
SELECT
    a.content_hash AS content_hash,
    b.content_hash AS near_hash,
    a.title AS title,
    b.title AS near_title,
    a.text_bytes AS text_bytes,
    b.text_bytes AS near_text_bytes,
    bitHammingDistance(a.mark, b.mark) AS distance
FROM marked AS a
INNER JOIN marked AS b ON a.band = b.band
WHERE a.content_hash < b.content_hash
    AND distance <= 3
    AND 5 * least(a.text_bytes, b.text_bytes) >= 4 * greatest(a.text_bytes, b.text_bytes)
-- A pair may meet in several bands.
LIMIT 1 BY content_hash, near_hash
