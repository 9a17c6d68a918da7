-- What people said that they do no longer, or that does not hold any more ("we don't use pnpm any more"). Which lessons it goes
-- against is found anew in every run: one that is learned later from an older session is meant, too, and one that is said again
-- afterwards is not.
CREATE TABLE revocation (
    turn    TEXT NOT NULL,
    quote   TEXT NOT NULL,
    session TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (turn, quote)
) STRICT, WITHOUT ROWID;
