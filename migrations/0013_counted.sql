-- The same words typed again within a day are one sighting. Whether a turn is one stands beside it, so that nobody has to go
-- through all of them since the first "continue" to find out. What is there already is counted from the oldest on.
ALTER TABLE turn ADD COLUMN is_sighting INTEGER NOT NULL DEFAULT 0 CHECK (is_sighting IN (0, 1));

WITH RECURSIVE counted (text_hash, at) AS (
    SELECT text_hash, min(at) FROM turn WHERE text_hash IS NOT NULL GROUP BY text_hash
    UNION ALL
    SELECT c.text_hash, (SELECT min(t.at) FROM turn t WHERE t.text_hash = c.text_hash AND t.at > c.at + 86400000)
    FROM counted c WHERE c.at IS NOT NULL
)
UPDATE turn SET is_sighting = 1 WHERE text_hash IS NOT NULL AND (text_hash, at) IN (SELECT text_hash, at FROM counted);

DROP INDEX turn_by_text;
CREATE INDEX sighting_by_text ON turn (text_hash, at) WHERE is_sighting;
