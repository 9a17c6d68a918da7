-- The learning loop's ground: sessions and their turns come in, observations and their artifacts come out, and
-- every change is in `history` with what was there before, because `undo` and `why` can only live on what was
-- kept from the first day. Times are unix milliseconds. Derived things (mirrors, prepared contexts, confidence)
-- are not stored: they can be rebuilt.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row per session that a hook noted, a missed-session scan found, or a person named.
CREATE TABLE session (
    id            TEXT PRIMARY KEY,
    transcript    TEXT NOT NULL,
    cwd           TEXT NOT NULL,
    branch        TEXT,
    headless      INTEGER NOT NULL DEFAULT 0,
    found_by      TEXT NOT NULL CHECK (found_by IN ('hook', 'missed', 'person')),
    state         TEXT NOT NULL CHECK (state IN ('noted', 'read', 'unreadable')),
    noted_at      INTEGER NOT NULL,
    read_at       INTEGER,
    first_at      INTEGER,
    last_at       INTEGER,
    typed_turns   INTEGER NOT NULL DEFAULT 0,
    skipped_lines INTEGER NOT NULL DEFAULT 0,
    error         TEXT
) STRICT, WITHOUT ROWID;

-- Where reading stopped. Only an optimisation: identity is the turn's.
CREATE TABLE cursor (
    transcript TEXT PRIMARY KEY,
    inode      INTEGER NOT NULL,
    position   INTEGER NOT NULL,
    before     TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Every turn ever counted in this project: forks and resumes copy lines, and the first file wins.
CREATE TABLE turn (
    id        TEXT PRIMARY KEY,
    session   TEXT NOT NULL,
    at        INTEGER NOT NULL,
    text_hash TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX turn_by_text ON turn (text_hash, at) WHERE text_hash IS NOT NULL;

-- Sessions on their way through an extractor. A batch that failed three times is kept and shown.
CREATE TABLE batch (
    id         INTEGER PRIMARY KEY,
    made_at    INTEGER NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed')),
    tries      INTEGER NOT NULL DEFAULT 0,
    last_error TEXT
) STRICT;

-- Redacted turns that may teach, kept until an extractor has seen them. `counts_for` is the session a sighting is
-- credited to: the first one, when the same words were typed again within a day.
CREATE TABLE signal (
    turn       TEXT PRIMARY KEY,
    session    TEXT NOT NULL REFERENCES session (id),
    counts_for TEXT NOT NULL,
    ord        INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    text       TEXT NOT NULL,
    prior_turn TEXT,
    prior_text TEXT,
    batch      INTEGER REFERENCES batch (id)
) STRICT;
CREATE INDEX signal_by_session ON signal (session, ord);
CREATE INDEX signal_by_batch ON signal (batch);

-- What hooks put into a session, until its signals are extracted: an assistant repeating it proves nothing.
CREATE TABLE injected (
    session TEXT NOT NULL,
    text    TEXT NOT NULL,
    PRIMARY KEY (session, text)
) STRICT, WITHOUT ROWID;

-- One row per extraction that was started: the daily cap, the budget and `status` count here.
CREATE TABLE run (
    id         INTEGER PRIMARY KEY,
    batch      INTEGER NOT NULL REFERENCES batch (id),
    extractor  TEXT NOT NULL,
    day        TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    cost_usd   REAL NOT NULL DEFAULT 0,
    items      INTEGER NOT NULL DEFAULT 0,
    dropped    INTEGER NOT NULL DEFAULT 0,
    error      TEXT
) STRICT;
CREATE INDEX run_by_day ON run (day, extractor);

CREATE TABLE observation (
    id            TEXT PRIMARY KEY,
    kind          TEXT NOT NULL CHECK (kind IN ('workflow', 'procedural', 'decision', 'pitfall')),
    title         TEXT NOT NULL,
    details       TEXT NOT NULL,
    count         INTEGER NOT NULL CHECK (count >= 0),
    penalty       REAL NOT NULL DEFAULT 1.0 CHECK (penalty >= 0 AND penalty <= 1),
    status        TEXT NOT NULL CHECK (status IN ('observing', 'ready', 'created', 'deprecated')),
    quality_ok    INTEGER NOT NULL CHECK (quality_ok IN (0, 1)),
    quality       TEXT NOT NULL DEFAULT '{}',
    first_seen    INTEGER NOT NULL,
    last_seen     INTEGER NOT NULL,
    superseded_by TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE observation_key (
    observation TEXT NOT NULL REFERENCES observation (id) ON DELETE CASCADE,
    key         TEXT NOT NULL,
    PRIMARY KEY (observation, key)
) STRICT, WITHOUT ROWID;

-- A session counts once per observation.
CREATE TABLE sighting (
    observation TEXT NOT NULL REFERENCES observation (id) ON DELETE CASCADE,
    session     TEXT NOT NULL,
    PRIMARY KEY (observation, session)
) STRICT, WITHOUT ROWID;

CREATE TABLE evidence (
    observation TEXT NOT NULL REFERENCES observation (id) ON DELETE CASCADE,
    session     TEXT NOT NULL,
    turn        TEXT NOT NULL,
    speaker     TEXT NOT NULL CHECK (speaker IN ('user', 'assistant', 'structure')),
    quote       TEXT NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (observation, turn, quote)
) STRICT, WITHOUT ROWID;

CREATE TABLE review (
    observation TEXT NOT NULL REFERENCES observation (id) ON DELETE CASCADE,
    reason      TEXT NOT NULL,
    PRIMARY KEY (observation, reason)
) STRICT, WITHOUT ROWID;

-- What ingrain wrote into the project. `intent` is committed before the file is written.
CREATE TABLE artifact (
    observation    TEXT PRIMARY KEY REFERENCES observation (id) ON DELETE CASCADE,
    path           TEXT NOT NULL,
    anchor         TEXT,
    state          TEXT NOT NULL CHECK (state IN ('intent', 'created', 'pending')),
    content_hash   TEXT NOT NULL,
    edited         INTEGER NOT NULL DEFAULT 0,
    rendered_at    INTEGER NOT NULL,
    branch         TEXT,
    missing_since  INTEGER,
    missing_branch TEXT,
    announced_at   INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX artifact_by_path ON artifact (path, anchor);

-- Used once per session: cited, invoked or read.
CREATE TABLE usage (
    observation TEXT NOT NULL REFERENCES observation (id) ON DELETE CASCADE,
    session     TEXT NOT NULL,
    how         TEXT NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (observation, session)
) STRICT, WITHOUT ROWID;

-- What a session was shown, as its SessionStart reported it.
CREATE TABLE shown (
    session TEXT NOT NULL,
    subject TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (session, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE history (
    id      INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    subject TEXT NOT NULL,
    action  TEXT NOT NULL,
    cause   TEXT NOT NULL,
    before  TEXT,
    after   TEXT
) STRICT;
CREATE INDEX history_by_subject ON history (subject, id);
