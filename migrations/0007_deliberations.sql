-- What agents concluded, and what others made of it. A deliberation is known by the turn that says it and by the call
-- that asked for it: a forked session repeats the call but not the subagent's transcript. Its text waits for a verdict
-- and goes after a month; the lines that were learned of it stay with their patterns.

CREATE TABLE deliberation (
    turn       TEXT PRIMARY KEY,
    call       TEXT UNIQUE,
    session    TEXT NOT NULL,
    role       TEXT NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('subagent', 'review', 'plan', 'verdict')),
    at         INTEGER NOT NULL,
    text       TEXT NOT NULL,
    -- Where its agent's tools printed what it may quote.
    transcript TEXT,
    -- The files that its agent changed, as JSON.
    files      TEXT NOT NULL
) STRICT;
CREATE INDEX deliberation_by_session ON deliberation (session, role, at);
CREATE INDEX deliberation_with_text ON deliberation (at) WHERE text <> '';

-- Every verdict that was applied. The main agent likes to repeat its validator's: the same words on the same report are
-- the same verdict.
CREATE TABLE verdict (
    turn        TEXT PRIMARY KEY,
    judged      TEXT NOT NULL,
    words       TEXT NOT NULL,
    validator   TEXT NOT NULL,
    adversarial TEXT NOT NULL,
    passed      INTEGER NOT NULL CHECK (passed IN (0, 1)),
    evidence    TEXT NOT NULL CHECK (evidence IN ('execution', 'citation', 'reasoning')),
    at          INTEGER NOT NULL,
    UNIQUE (judged, words)
) STRICT, WITHOUT ROWID;

-- Where a pattern was learned: patterns of like situations are told first.
CREATE TABLE pattern_context (
    pattern TEXT NOT NULL REFERENCES pattern (id) ON DELETE CASCADE,
    kind    TEXT NOT NULL CHECK (kind IN ('label', 'phase', 'branch', 'path')),
    value   TEXT NOT NULL,
    PRIMARY KEY (pattern, kind, value)
) STRICT, WITHOUT ROWID;

ALTER TABLE pattern_sighting ADD COLUMN folder TEXT;
