-- What is told within a session. Subagents are told things too, and what one role saw another did not, so the role is
-- part of what was shown. A prompt calls lines to mind by its rare words: the lines stand best first, and a word that
-- many of them have is not kept, because it would tell none of them apart. All but `shown` is written anew by the worker.

CREATE TABLE shown_to (
    session TEXT NOT NULL,
    subject TEXT NOT NULL,
    role    TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (session, subject, role)
) STRICT, WITHOUT ROWID;
INSERT INTO shown_to SELECT session, subject, 'main', at FROM shown;
DROP TABLE shown;
ALTER TABLE shown_to RENAME TO shown;

CREATE TABLE recall_line (
    id      INTEGER PRIMARY KEY,
    subject TEXT NOT NULL,
    line    TEXT NOT NULL
) STRICT;

-- `lines` is a JSON list of ids.
CREATE TABLE recall_term (
    term  TEXT PRIMARY KEY,
    lines TEXT NOT NULL
) STRICT, WITHOUT ROWID;
