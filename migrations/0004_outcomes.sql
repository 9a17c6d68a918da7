-- What results teach: how each piece of work ended, with what it was done, which errors it met, and what of the learned
-- was used in it. Rates, reliability and feedback are rebuilt from these rows, so what they need stands in columns of
-- its own. A segment's key is the turn that began it; a pipeline's run has an id of its own. The session that first had
-- the turn owns the segment: a fork's copy changes nothing.

CREATE TABLE outcome (
    run_id           TEXT PRIMARY KEY,
    session          TEXT,
    segment          INTEGER,
    source           TEXT NOT NULL CHECK (source IN ('transcript', 'recorded')),
    at               INTEGER NOT NULL,
    result           TEXT NOT NULL CHECK (result IN ('success', 'failure', 'partial', 'unknown')),
    duration_ms      INTEGER NOT NULL CHECK (duration_ms >= 0),
    wall_ms          INTEGER NOT NULL CHECK (wall_ms >= 0),
    error_count      INTEGER NOT NULL CHECK (error_count >= 0),
    raw_error_count  INTEGER NOT NULL CHECK (raw_error_count >= 0),
    retry_count      INTEGER NOT NULL CHECK (retry_count >= 0),
    quality          REAL NOT NULL CHECK (quality >= 0 AND quality <= 1),
    rollback         INTEGER NOT NULL CHECK (rollback IN (0, 1)),
    human_override   INTEGER NOT NULL CHECK (human_override IN (0, 1)),
    risk             TEXT NOT NULL CHECK (risk IN ('low', 'medium', 'high')),
    strategy         TEXT,
    failure_mode     TEXT,
    dominant_failure TEXT,
    branch           TEXT,
    files            TEXT NOT NULL,
    criteria         TEXT NOT NULL,
    -- The beginning of the prompt, redacted, to find similar work by.
    task             TEXT,
    -- Whether its line stands in outcomes.jsonl.
    mirrored         INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX outcome_by_time ON outcome (at);
CREATE INDEX outcome_by_session ON outcome (session, segment);
CREATE INDEX outcome_to_mirror ON outcome (at) WHERE mirrored = 0;

-- Time, result and quality are the outcome's, repeated: reliability is one walk through this table.
CREATE TABLE outcome_adapter (
    adapter TEXT NOT NULL,
    run_id  TEXT NOT NULL REFERENCES outcome (run_id) ON DELETE CASCADE,
    failed  INTEGER NOT NULL CHECK (failed IN (0, 1)),
    retries INTEGER NOT NULL CHECK (retries >= 0),
    at      INTEGER NOT NULL,
    result  TEXT NOT NULL,
    quality REAL NOT NULL,
    PRIMARY KEY (adapter, run_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX outcome_adapter_by_run ON outcome_adapter (run_id);

-- Distinct errors. Those without a run were recorded by hand.
CREATE TABLE error (
    id          TEXT PRIMARY KEY,
    run_id      TEXT REFERENCES outcome (run_id) ON DELETE CASCADE,
    session     TEXT,
    branch      TEXT,
    type        TEXT NOT NULL CHECK (type IN ('validation', 'timeout', 'conflict', 'tool_failure', 'unknown')),
    tool        TEXT NOT NULL,
    signature   TEXT NOT NULL,
    message     TEXT NOT NULL,
    context     TEXT,
    at          INTEGER NOT NULL,
    resolved_at INTEGER,
    -- What came between the error and the success, or a person's words.
    resolved_by TEXT,
    -- A person's word is not taken back by reading the segment again.
    by_person   INTEGER NOT NULL DEFAULT 0 CHECK (by_person IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX error_by_run ON error (run_id);
CREATE INDEX error_by_signature ON error (tool, signature, at);
CREATE INDEX error_open ON error (branch, at) WHERE resolved_at IS NULL;

-- What was used in a segment, once each. `kind` says where the subject lives.
CREATE TABLE segment_use (
    run_id  TEXT NOT NULL REFERENCES outcome (run_id) ON DELETE CASCADE,
    kind    TEXT NOT NULL CHECK (kind IN ('observation', 'pattern')),
    subject TEXT NOT NULL,
    how     TEXT NOT NULL CHECK (how IN ('cited', 'invoked', 'read')),
    at      INTEGER NOT NULL,
    PRIMARY KEY (run_id, kind, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX segment_use_by_subject ON segment_use (kind, subject);

-- Ways of working that were detected in plans and in the words before subagents were started.
CREATE TABLE segment_strategy (
    run_id TEXT NOT NULL REFERENCES outcome (run_id) ON DELETE CASCADE,
    label  TEXT NOT NULL,
    PRIMARY KEY (run_id, label)
) STRICT, WITHOUT ROWID;
