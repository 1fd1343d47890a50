CREATE TYPE held_reason AS ENUM ('unusual_trip');
ALTER TABLE orders ADD COLUMN held_reason held_reason;

-- A held order never gets a courier. Only a process of 1.0 tries: it does not know the column, and takes this violation
-- for a courier who has just been given another order, so that its dispatch goes on. It also ends held orders.
CREATE FUNCTION check_held_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status NOT IN ('new', 'assigned') THEN
    NEW.held_reason := NULL;
    RETURN NEW;
  END IF;
  RAISE unique_violation USING MESSAGE = 'A held order gets no courier.', CONSTRAINT = 'one_active_order_per_courier';
END $$;
CREATE TRIGGER held_order_gets_no_courier BEFORE INSERT OR UPDATE ON orders
  FOR EACH ROW WHEN (NEW.held_reason IS NOT NULL
    AND (NEW.courier_id IS NOT NULL OR NEW.status NOT IN ('new', 'assigned')))
  EXECUTE FUNCTION check_held_order();

CREATE TYPE unusual_trip_action AS ENUM ('hold', 'refuse', 'allow');
CREATE TABLE trip_check_settings (
  id integer PRIMARY KEY DEFAULT 1,
  action unusual_trip_action NOT NULL,
  max_leg_meters integer NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  CONSTRAINT trip_check_settings_have_one_row CHECK (id = 1),
  CONSTRAINT usual_leg_is_1_to_20000_km CHECK (max_leg_meters BETWEEN 1000 AND 20000000)
);
CREATE TRIGGER trip_check_settings_are_forgotten AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON trip_check_settings
  EXECUTE FUNCTION forget_table();
CREATE TRIGGER trip_check_is_audited AFTER INSERT OR UPDATE ON trip_check_settings
  FOR EACH ROW EXECUTE FUNCTION record_audit('trip_check', '{id,changed_at}');

-- Written by the next release.
ALTER TYPE exception_kind ADD VALUE 'unusual_trip';
