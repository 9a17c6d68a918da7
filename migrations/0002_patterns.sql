-- What results teach. A feedback event is one segment's word on one thing it used; every score, maturity and warning
-- is computed from these events, so they are all that is stored of it. What a person ruled is not computed, and stands
-- beside them. Patterns are what agents conclude or try: one line each, told again, never written to a file.

CREATE TABLE feedback (
    subject TEXT NOT NULL,
    segment TEXT NOT NULL,
    at      INTEGER NOT NULL,
    helpful INTEGER NOT NULL CHECK (helpful IN (0, 1)),
    raw     REAL NOT NULL CHECK (raw >= 0 AND raw <= 1),
    PRIMARY KEY (subject, segment)
) STRICT, WITHOUT ROWID;

-- What a person decided about a pattern or an observation, as JSON.
CREATE TABLE ruling (
    subject TEXT PRIMARY KEY,
    ruling  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Successes, failures and examples are not here: they are counted from `feedback`.
CREATE TABLE pattern (
    id            TEXT PRIMARY KEY,
    role          TEXT NOT NULL,
    content       TEXT NOT NULL,
    text_hash     TEXT NOT NULL,
    kind          TEXT NOT NULL CHECK (kind IN ('pattern', 'anti_pattern')),
    category      TEXT NOT NULL CHECK (category IN ('rule', 'causal', 'observation')),
    lifecycle     TEXT NOT NULL CHECK (lifecycle IN ('observed', 'candidate', 'verified', 'active', 'deprecated')),
    reason        TEXT,
    linked        TEXT,
    seen          INTEGER NOT NULL,
    reinforced    INTEGER NOT NULL,
    ignored       INTEGER NOT NULL,
    ignore_weight REAL NOT NULL,
    skips         INTEGER NOT NULL,
    last_used     INTEGER NOT NULL,
    regression    INTEGER NOT NULL,
    disputed      INTEGER NOT NULL,
    weak_since    INTEGER,
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    UNIQUE (role, text_hash, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE pattern_tag (
    pattern TEXT NOT NULL REFERENCES pattern (id) ON DELETE CASCADE,
    tag     TEXT NOT NULL,
    PRIMARY KEY (pattern, tag)
) STRICT, WITHOUT ROWID;

-- Where it was seen: a session counts once, and places tell whether it holds in more than one.
CREATE TABLE pattern_sighting (
    pattern TEXT NOT NULL REFERENCES pattern (id) ON DELETE CASCADE,
    session TEXT NOT NULL,
    at      INTEGER NOT NULL,
    branch  TEXT,
    PRIMARY KEY (pattern, session)
) STRICT, WITHOUT ROWID;
