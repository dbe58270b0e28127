-- Items whose content another item has or had too, under any id and at any source. They are linked and
-- never merged: each keeps its row, its presence and its history. One row an item.
--   reposted_of     the item that had the content first; none for that item itself
--   also_seen_at    all other items that have or had it, the first one first
--   also_seen_urls  their links, in the same order; empty where an item has none
-- A content without text is shared by chance, so it links nothing.
CREATE OR REPLACE VIEW reposts AS
SELECT
    i.item_id AS item_id,
    toString(i.source) AS source,
    i.title AS title,
    i.url AS url,
    i.content_hash AS content_hash,
    if(c.places[1].2 = i.item_id, NULL, c.places[1].2) AS reposted_of,
    arrayMap(place -> place.2, arrayFilter(place -> place.2 != i.item_id, c.places)) AS also_seen_at,
    arrayMap(place -> place.3, arrayFilter(place -> place.2 != i.item_id, c.places)) AS also_seen_urls,
    c.first_shown_at AS first_shown_at
FROM (SELECT * FROM items FINAL) AS i
INNER JOIN
(
    SELECT
        content_hash,
        arraySort(groupArray((shown_since, item_id, url))) AS places,
        min(shown_since) AS first_shown_at
    FROM
    (
        SELECT content_hash, item_id, min(changed_at) AS shown_since, argMax(ifNull(url, ''), changed_at) AS url
        FROM
        (
            SELECT content_hash, item_id, changed_at, url FROM item_events FINAL
            UNION ALL
            SELECT content_hash, item_id, changed_at, url FROM items FINAL
        )
        GROUP BY content_hash, item_id
    )
    GROUP BY content_hash
    HAVING length(places) > 1
) AS c
    ON c.content_hash = i.content_hash
WHERE i.content_hash NOT IN (SELECT content_hash FROM snapshots FINAL WHERE text_bytes = 0)
