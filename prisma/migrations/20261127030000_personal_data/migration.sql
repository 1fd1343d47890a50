-- Retention is off until an operator chooses, so an upgrade erases nothing.
ALTER TABLE accounts
  ADD COLUMN retention_days integer,
  -- squawk-ignore constraint-missing-not-valid
  ADD CONSTRAINT people_are_kept_at_most_ten_years CHECK (retention_days BETWEEN 0 AND 3650);

CREATE TABLE legal_holds (
  order_id bigint PRIMARY KEY REFERENCES orders ON UPDATE CASCADE ON DELETE CASCADE,
  reason text NOT NULL,
  placed_by_id uuid,
  placed_at timestamptz(3) NOT NULL,
  CONSTRAINT hold_reason_has_1_to_500_characters CHECK (char_length(reason) BETWEEN 1 AND 500)
);
CREATE TRIGGER hold_is_audited AFTER INSERT OR DELETE ON legal_holds
  FOR EACH ROW EXECUTE FUNCTION record_audit('order', '{order_id,placed_by_id,placed_at}');

CREATE TABLE erasures (
  id uuid PRIMARY KEY,
  targets jsonb NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3)
);
CREATE TRIGGER erasure_is_audited AFTER INSERT ON erasures
  FOR EACH ROW EXECUTE FUNCTION record_audit('erasure', '{id,targets}');

CREATE TABLE retention_settings (
  id integer PRIMARY KEY DEFAULT 1,
  days integer,
  chosen_at timestamptz(3) NOT NULL,
  CONSTRAINT retention_settings_have_one_row CHECK (id = 1),
  CONSTRAINT default_retention_is_1_day_to_ten_years CHECK (days BETWEEN 1 AND 3650)
);
CREATE TRIGGER retention_is_audited AFTER INSERT OR UPDATE ON retention_settings
  FOR EACH ROW EXECUTE FUNCTION record_audit('retention', '{id,chosen_at}');

CREATE TABLE retention_progress (
  account_id uuid PRIMARY KEY REFERENCES accounts ON UPDATE CASCADE ON DELETE CASCADE,
  erased_until timestamptz(3) NOT NULL
);
