ALTER TABLE couriers ADD COLUMN on_break_since timestamptz(3);

-- Breaks are not audited, as shifts are not.
CREATE OR REPLACE TRIGGER courier_is_audited AFTER INSERT OR UPDATE ON couriers
  FOR EACH ROW WHEN (NOT NEW.is_simulated OR current_setting('dropline.audit', true) <> '')
  EXECUTE FUNCTION record_audit('courier', '{id,created_at,on_shift_since,on_break_since}');
CREATE OR REPLACE TRIGGER deleted_courier_is_audited AFTER DELETE ON couriers
  FOR EACH ROW WHEN (NOT OLD.is_simulated OR current_setting('dropline.audit', true) <> '')
  EXECUTE FUNCTION record_audit('courier', '{id,created_at,on_shift_since,on_break_since}');
