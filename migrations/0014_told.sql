-- A record that is sent again says anew which patterns its run followed, and what it no longer names has to go. What a session
-- cited stays, so each use says who told it. Of a session that was never read only the record itself can have spoken.
ALTER TABLE segment_use ADD COLUMN source TEXT NOT NULL DEFAULT 'transcript' CHECK (source IN ('transcript', 'recorded'));

UPDATE segment_use SET source = 'recorded' WHERE kind = 'pattern' AND run_id IN (
    SELECT run_id FROM outcome WHERE source = 'recorded' AND (session IS NULL OR session NOT IN (SELECT id FROM session))
);
