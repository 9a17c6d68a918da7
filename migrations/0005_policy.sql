-- What a person said about an adapter. Reliability, failure patterns and overlays are not here: they are rebuilt from
-- the outcomes. `judged` only tells which outcomes the history has spoken of.

CREATE TABLE adapter_order (
    adapter TEXT PRIMARY KEY,
    body    TEXT NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE outcome ADD COLUMN judged INTEGER NOT NULL DEFAULT 0;
CREATE INDEX outcome_to_judge ON outcome (at) WHERE judged = 0;
