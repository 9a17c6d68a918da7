-- What pipelines say about their runs: how sure an agent was of itself, and what went wrong in their own words.
ALTER TABLE outcome_adapter ADD COLUMN confidence REAL CHECK (confidence >= 0 AND confidence <= 1);
ALTER TABLE outcome ADD COLUMN failure_detail TEXT;
