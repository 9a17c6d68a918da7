-- One database per project, the one source of truth: sessions and their turns come in, observations and their artifacts
-- come out, and every change is in `history` with what was there before. Times are unix milliseconds. What can be
-- rebuilt (mirrors, prepared contexts, confidence, reliability) is not stored.

-- Single values, by key.
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
    state         TEXT NOT NULL CHECK (state IN ('noted', 'read', 'empty', 'unreadable')),
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

-- Every turn ever counted in this project: forks and resumes copy lines, and the first file wins. The same words typed
-- again within a day are no second sighting.
CREATE TABLE turn (
    id          TEXT PRIMARY KEY,
    session     TEXT NOT NULL,
    at          INTEGER NOT NULL,
    text_hash   TEXT,
    is_sighting INTEGER NOT NULL DEFAULT 0 CHECK (is_sighting IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX sighting_by_text ON turn (text_hash, at) WHERE is_sighting;

-- Clauses in which a person asked for something, redacted. Single ones wait here for others that ask for the same, and go
-- after ninety days.
CREATE TABLE request (
    turn       TEXT NOT NULL,
    ord        INTEGER NOT NULL,
    session    TEXT NOT NULL,
    counts_for TEXT NOT NULL,
    at         INTEGER NOT NULL,
    text       TEXT NOT NULL,
    PRIMARY KEY (turn, ord)
) STRICT, WITHOUT ROWID;

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

-- What people teach. `review_state` is what a person ruled on it.
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
    superseded_by TEXT,
    review_state  TEXT NOT NULL DEFAULT '{}'
) STRICT, WITHOUT ROWID;

-- The concrete things that an observation names.
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

-- The quotes behind an observation.
CREATE TABLE evidence (
    observation TEXT NOT NULL REFERENCES observation (id) ON DELETE CASCADE,
    session     TEXT NOT NULL,
    turn        TEXT NOT NULL,
    speaker     TEXT NOT NULL CHECK (speaker IN ('user', 'assistant', 'structure')),
    quote       TEXT NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (observation, turn, quote)
) STRICT, WITHOUT ROWID;
CREATE INDEX evidence_by_turn ON evidence (turn);

-- Why an observation asks for a look.
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
    announced_at   INTEGER,
    -- Git took its place or removed it, for certain or perhaps.
    by_git         TEXT CHECK (by_git IN ('took', 'perhaps'))
) STRICT, WITHOUT ROWID;
CREATE INDEX artifact_by_path ON artifact (path, anchor);

-- Owners of the texts in knowledge files, commands and skills, by hash. A text that is not listed has no known owner.
CREATE TABLE known_text (
    hash  TEXT PRIMARY KEY,
    whose TEXT NOT NULL CHECK (whose IN ('ours', 'person', 'waiting', 'refused')),
    at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Files of ours that git does not track, as they last stood: a branch that tracks the path overwrites and removes them.
CREATE TABLE kept_file (
    path TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Commands that an agent gave and only a person may: they wait in `review`. `command` is a JSON list of words.
CREATE TABLE proposal (
    id      INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    agent   TEXT NOT NULL,
    session TEXT,
    folder  TEXT NOT NULL,
    command TEXT NOT NULL,
    UNIQUE (folder, command)
) STRICT;

-- Used once per session: cited, invoked or read.
CREATE TABLE usage (
    observation TEXT NOT NULL REFERENCES observation (id) ON DELETE CASCADE,
    session     TEXT NOT NULL,
    how         TEXT NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (observation, session)
) STRICT, WITHOUT ROWID;

-- Every change, with its cause and what was there before. Rows of one command, or of one step of the worker, share the id
-- of the first of them as their change set. `undoes` is the change set that this one took back.
CREATE TABLE history (
    id         INTEGER PRIMARY KEY,
    at         INTEGER NOT NULL,
    subject    TEXT NOT NULL,
    action     TEXT NOT NULL,
    cause      TEXT NOT NULL,
    before     TEXT,
    after      TEXT,
    thing      TEXT NOT NULL DEFAULT 'note',
    change_set INTEGER,
    actor      TEXT,
    undoes     INTEGER
) STRICT;
CREATE INDEX history_by_subject ON history (subject, id);
CREATE INDEX history_by_change_set ON history (change_set, id);
CREATE INDEX history_of_no_change_set ON history (id) WHERE change_set IS NULL;
CREATE INDEX history_undoing ON history (undoes) WHERE undoes IS NOT NULL;

-- What one segment said about one subject that was used in it. Scores, maturity and anti-patterns are computed from these.
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

-- What agents conclude or try: one line each, told again, never written to a file. Successes and failures are counted
-- from `feedback`.
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

-- Labels of a pattern.
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
    folder  TEXT,
    PRIMARY KEY (pattern, session)
) STRICT, WITHOUT ROWID;

-- What the structural detectors saw, session by session, in tokens of closed grammars. `forgotten` rows were there when
-- the person cleared the memory: they no longer count, but keep the same session from being counted again.
CREATE TABLE structure_sighting (
    kind      TEXT NOT NULL,
    key       TEXT NOT NULL,
    value     TEXT NOT NULL,
    session   TEXT NOT NULL,
    turn      TEXT NOT NULL,
    at        INTEGER NOT NULL,
    forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1)),
    PRIMARY KEY (kind, key, value, session, turn)
) STRICT, WITHOUT ROWID;
CREATE INDEX structure_sighting_by_turn ON structure_sighting (turn);

-- How each piece of work ended. A segment's key is the turn that began it; a pipeline's run has an id of its own. The
-- session that first had the turn owns the segment. `judged` tells which outcomes the history has spoken of.
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
    -- Fingerprints of the prompt's words, to find similar work by. Too short to tell a word by, and not in its order.
    word_prints      TEXT,
    -- Whether its line stands in outcomes.jsonl.
    mirrored         INTEGER NOT NULL DEFAULT 0,
    judged           INTEGER NOT NULL DEFAULT 0,
    failure_detail   TEXT,
    -- What its record left out, as a list of fields.
    omitted          TEXT NOT NULL DEFAULT '[]',
    -- `clear` emptied its files and remedies; reading the session again brings them not back.
    forgotten        INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX outcome_by_time ON outcome (at);
CREATE INDEX outcome_by_session ON outcome (session, segment);
CREATE INDEX outcome_to_mirror ON outcome (at) WHERE mirrored = 0;
CREATE INDEX outcome_to_judge ON outcome (at) WHERE judged = 0;

-- What it was done with. Time, result and quality are the outcome's, repeated: reliability is one walk through this table.
CREATE TABLE outcome_adapter (
    adapter      TEXT NOT NULL,
    run_id       TEXT NOT NULL REFERENCES outcome (run_id) ON DELETE CASCADE,
    failed       INTEGER NOT NULL CHECK (failed IN (0, 1)),
    retries      INTEGER NOT NULL CHECK (retries >= 0),
    at           INTEGER NOT NULL,
    result       TEXT NOT NULL,
    quality      REAL NOT NULL,
    failure_type TEXT,
    confidence   REAL CHECK (confidence >= 0 AND confidence <= 1),
    PRIMARY KEY (adapter, run_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX outcome_adapter_by_run ON outcome_adapter (run_id);

-- Distinct errors. Those without a run were recorded by hand. Targets are hashes: they are compared, never read.
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
    by_person   INTEGER NOT NULL DEFAULT 0 CHECK (by_person IN (0, 1)),
    target      TEXT,
    stack       TEXT,
    times       INTEGER NOT NULL DEFAULT 1 CHECK (times >= 1)
) STRICT, WITHOUT ROWID;
CREATE INDEX error_by_run ON error (run_id);
CREATE INDEX error_by_signature ON error (tool, signature, at);
CREATE INDEX error_open ON error (branch, at) WHERE resolved_at IS NULL;
CREATE INDEX error_unanswered ON error (target) WHERE resolved_at IS NULL;

-- What was used in a segment, once each. `source` is who told: a transcript, or a record that may be sent again.
CREATE TABLE segment_use (
    run_id  TEXT NOT NULL REFERENCES outcome (run_id) ON DELETE CASCADE,
    kind    TEXT NOT NULL CHECK (kind IN ('observation', 'pattern')),
    subject TEXT NOT NULL,
    how     TEXT NOT NULL CHECK (how IN ('cited', 'invoked', 'read')),
    at      INTEGER NOT NULL,
    source  TEXT NOT NULL DEFAULT 'transcript' CHECK (source IN ('transcript', 'recorded')),
    PRIMARY KEY (run_id, kind, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX segment_use_by_subject ON segment_use (kind, subject);

-- Ways of working that were detected in plans and in the words before subagents were started.
CREATE TABLE segment_strategy (
    run_id TEXT NOT NULL REFERENCES outcome (run_id) ON DELETE CASCADE,
    label  TEXT NOT NULL,
    PRIMARY KEY (run_id, label)
) STRICT, WITHOUT ROWID;

-- What a person decided about an adapter. Reliability and overlays are rebuilt from the outcomes.
CREATE TABLE tool_ruling (
    adapter TEXT PRIMARY KEY,
    body    TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What is to be enforced on tool calls. `matcher` has a closed grammar; `rule` is what the person said.
CREATE TABLE guard (
    id          TEXT PRIMARY KEY,
    matcher     TEXT NOT NULL UNIQUE,
    level       TEXT NOT NULL CHECK (level IN ('proposed', 'tell', 'ask', 'deny', 'dropped')),
    rule        TEXT NOT NULL,
    said_at     INTEGER NOT NULL,
    observation TEXT,
    set_at      INTEGER
) STRICT, WITHOUT ROWID;

-- What a session, and which role in it, was shown.
CREATE TABLE delivered (
    session TEXT NOT NULL,
    subject TEXT NOT NULL,
    role    TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (session, subject, role)
) STRICT, WITHOUT ROWID;

-- Lines that a prompt may recall, best first. Written anew by the worker. `score_decay` says how a line loses its worth;
-- NULL is what lasts.
CREATE TABLE recall_line (
    id          INTEGER PRIMARY KEY,
    subject     TEXT NOT NULL,
    line        TEXT NOT NULL,
    score_decay TEXT
) STRICT;

-- The rare words that lead to them. `lines` is a JSON list of ids.
CREATE TABLE recall_term (
    term  TEXT PRIMARY KEY,
    lines TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What agents concluded. A report is known by the turn that says it and by the call that asked for it. Its text waits for
-- a verdict and goes after a month; the lines that were learned of it stay with their patterns.
CREATE TABLE agent_report (
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
CREATE INDEX agent_report_by_session ON agent_report (session, role, at);
CREATE INDEX agent_report_with_text ON agent_report (at) WHERE text <> '';

-- Every verdict that was applied. The same words on the same report are the same verdict.
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

-- The last success on each target.
CREATE TABLE last_success (
    target TEXT PRIMARY KEY,
    at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What people said no longer holds. Which lessons it goes against is found anew in every run.
CREATE TABLE revocation (
    turn    TEXT NOT NULL,
    quote   TEXT NOT NULL,
    session TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (turn, quote)
) STRICT, WITHOUT ROWID;
