ALTER TABLE journal
  ADD COLUMN data_until timestamptz(3),
  ADD COLUMN restored_at timestamptz(3),
  ADD COLUMN quarantined_at timestamptz(3),
  -- squawk-ignore constraint-missing-not-valid
  ADD CONSTRAINT restored_database_names_its_last_instant CHECK ((data_until IS NULL) = (restored_at IS NULL)),
  -- squawk-ignore constraint-missing-not-valid
  ADD CONSTRAINT only_a_restored_database_is_quarantined CHECK (quarantined_at IS NULL OR restored_at IS NOT NULL);

CREATE TRIGGER journal_is_forgotten AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON journal
    EXECUTE FUNCTION forget_table();
