-- An error is over when the same tool succeeds on the same target, in whatever session that is. Targets are kept as hashes:
-- they are compared, never read. How each adapter failed stands beside it, because the work as a whole may have failed in
-- another way.
ALTER TABLE error ADD COLUMN target TEXT;
ALTER TABLE error ADD COLUMN stack TEXT;
ALTER TABLE error ADD COLUMN times INTEGER NOT NULL DEFAULT 1 CHECK (times >= 1);
CREATE INDEX error_unanswered ON error (target) WHERE resolved_at IS NULL;

-- The last success on each target.
CREATE TABLE success (
    target TEXT PRIMARY KEY,
    at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE outcome_adapter ADD COLUMN failure_type TEXT;
