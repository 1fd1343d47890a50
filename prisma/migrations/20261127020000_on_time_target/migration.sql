ALTER TABLE accounts
  ADD COLUMN on_time_target integer,
  ADD CONSTRAINT on_time_target_is_a_percentage CHECK (on_time_target BETWEEN 1 AND 100);
