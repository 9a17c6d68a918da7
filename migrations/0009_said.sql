-- What a person ruled on an observation stands beside it, because every run has to honour it: that it is accepted, which
-- flags were answered and on what grounds, their own wording until it is in its file, and what took it over.
ALTER TABLE observation ADD COLUMN said TEXT NOT NULL DEFAULT '{}';
