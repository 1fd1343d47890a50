ALTER TABLE orders ADD COLUMN ready_at timestamptz(3);
ALTER TABLE orders ADD CONSTRAINT goods_are_ready_before_delivery CHECK (ready_at < delivery_time) NOT VALID;

-- Only a process of 1.0.0 brings a delivery forward without checking when its goods are ready. It does not know the
-- column, so that they are ready at once, as in its other orders.
CREATE FUNCTION forget_ready_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.ready_at := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER late_ready_at_is_forgotten BEFORE UPDATE ON orders
  FOR EACH ROW WHEN (NEW.ready_at >= NEW.delivery_time AND NEW.ready_at = OLD.ready_at)
  EXECUTE FUNCTION forget_ready_at();

-- The last on-time instant of an order without a delivery time depends on it.
CREATE OR REPLACE TRIGGER day_of_changed_order_is_marked AFTER UPDATE ON orders
  FOR EACH ROW WHEN (
    (OLD.status IN ('delivered', 'cancelled') OR NEW.status IN ('delivered', 'cancelled'))
    AND (OLD.status, OLD.price, OLD.charges, OLD.promised_until, OLD.delivery_time, OLD.ready_at, OLD.created_at,
         OLD.duration_seconds, OLD.arrived_at)
      IS DISTINCT FROM (NEW.status, NEW.price, NEW.charges, NEW.promised_until, NEW.delivery_time, NEW.ready_at,
                        NEW.created_at, NEW.duration_seconds, NEW.arrived_at))
  EXECUTE FUNCTION mark_day_of_order();
