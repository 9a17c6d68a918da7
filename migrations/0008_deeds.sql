-- What is taken back is a deed: what one command did, or one step of the worker. Its rows carry the id of the first of
-- them. `thing` says what a row's `before` and `after` are states of, so that they can be put back; older rows kept too
-- little for that and stay notes. `undoes` is the deed that this one took back.

ALTER TABLE history ADD COLUMN thing TEXT NOT NULL DEFAULT 'note';
ALTER TABLE history ADD COLUMN deed INTEGER;
ALTER TABLE history ADD COLUMN doer TEXT;
ALTER TABLE history ADD COLUMN undoes INTEGER;
UPDATE history SET deed = id;
CREATE INDEX history_by_deed ON history (deed, id);
CREATE INDEX history_of_no_deed ON history (id) WHERE deed IS NULL;
CREATE INDEX history_undoing ON history (undoes) WHERE undoes IS NOT NULL;
