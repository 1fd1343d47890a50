ALTER TABLE orders ADD COLUMN window_from timestamptz(3), ADD COLUMN window_to timestamptz(3);
ALTER TABLE orders ADD CONSTRAINT window_ends_after_it_begins
  CHECK ((window_from IS NULL) = (window_to IS NULL) AND window_from < window_to) NOT VALID;
ALTER TABLE order_stops ADD COLUMN window_from timestamptz(3), ADD COLUMN window_to timestamptz(3);
ALTER TABLE order_stops ADD CONSTRAINT window_of_stop_ends_after_it_begins
  CHECK ((window_from IS NULL) = (window_to IS NULL) AND window_from < window_to) NOT VALID;

-- The last on-time instant of an order depends on its windows.
CREATE OR REPLACE TRIGGER day_of_changed_order_is_marked AFTER UPDATE ON orders
  FOR EACH ROW WHEN (
    (OLD.status IN ('delivered', 'cancelled') OR NEW.status IN ('delivered', 'cancelled'))
    AND (OLD.status, OLD.price, OLD.charges, OLD.promised_until, OLD.delivery_time, OLD.ready_at, OLD.window_to,
         OLD.created_at, OLD.duration_seconds, OLD.arrived_at)
      IS DISTINCT FROM (NEW.status, NEW.price, NEW.charges, NEW.promised_until, NEW.delivery_time, NEW.ready_at,
                        NEW.window_to, NEW.created_at, NEW.duration_seconds, NEW.arrived_at))
  EXECUTE FUNCTION mark_day_of_order();
