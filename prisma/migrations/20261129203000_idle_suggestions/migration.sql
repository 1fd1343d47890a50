CREATE TABLE idle_suggestion_settings (
  id integer PRIMARY KEY DEFAULT 1,
  is_on boolean NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  CONSTRAINT idle_suggestion_settings_have_one_row CHECK (id = 1)
);
CREATE TRIGGER idle_suggestion_settings_are_forgotten
  AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON idle_suggestion_settings EXECUTE FUNCTION forget_table();
CREATE TRIGGER idle_suggestions_are_audited AFTER INSERT OR UPDATE ON idle_suggestion_settings
  FOR EACH ROW EXECUTE FUNCTION record_audit('idle_suggestions', '{id,changed_at}');

CREATE TABLE idle_suggestions (
  courier_id uuid PRIMARY KEY REFERENCES couriers (id) ON UPDATE CASCADE ON DELETE CASCADE,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  travel_seconds integer NOT NULL,
  suggested_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3)
);
