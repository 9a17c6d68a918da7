-- What the structural detectors saw, session by session: made of tokens only (a command, a path, a rule's id), and kept
-- because a thing counts only once a second session shows it. Conclusions are drawn anew from these rows in every run.
-- `forgotten` rows were there when the person cleared the memory: they count no more, but keep the same session from
-- being counted again.

CREATE TABLE structure_sighting (
    kind      TEXT NOT NULL,
    key       TEXT NOT NULL,
    value     TEXT NOT NULL,
    session   TEXT NOT NULL,
    turn      TEXT NOT NULL,
    at        INTEGER NOT NULL,
    forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1)),
    PRIMARY KEY (kind, key, value, session)
) STRICT, WITHOUT ROWID;
