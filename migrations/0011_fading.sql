-- What agents concluded loses its worth while nobody uses it, and a prompt may come weeks after the lines were written. Each
-- carries how it fades, so that a prompt need not look its pattern up. NULL is what lasts. All of it is written anew.

ALTER TABLE recall_line ADD COLUMN fading TEXT;
DELETE FROM meta WHERE key IN ('recall', 'recall_least');
