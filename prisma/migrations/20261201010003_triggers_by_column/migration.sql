-- The same triggers, skipped for statements that set none of the columns that they compare. PostgreSQL parses the
-- condition of a trigger each time, which took a tenth of its time for an edit.
CREATE OR REPLACE TRIGGER held_order_gets_no_courier BEFORE INSERT OR UPDATE OF held_reason, courier_id, status ON orders
  FOR EACH ROW WHEN (NEW.held_reason IS NOT NULL
    AND (NEW.courier_id IS NOT NULL OR NEW.status NOT IN ('new', 'assigned')))
  EXECUTE FUNCTION check_held_order();

CREATE OR REPLACE TRIGGER late_ready_at_is_forgotten BEFORE UPDATE OF ready_at, delivery_time ON orders
  FOR EACH ROW WHEN (NEW.ready_at >= NEW.delivery_time AND NEW.ready_at = OLD.ready_at)
  EXECUTE FUNCTION forget_ready_at();

CREATE OR REPLACE TRIGGER day_of_changed_order_is_marked
  AFTER UPDATE OF status, price, charges, promised_until, delivery_time, ready_at, window_to, created_at, duration_seconds,
    arrived_at ON orders
  FOR EACH ROW WHEN (
    (OLD.status IN ('delivered', 'cancelled') OR NEW.status IN ('delivered', 'cancelled'))
    AND (OLD.status, OLD.price, OLD.charges, OLD.promised_until, OLD.delivery_time, OLD.ready_at, OLD.window_to,
         OLD.created_at, OLD.duration_seconds, OLD.arrived_at)
      IS DISTINCT FROM (NEW.status, NEW.price, NEW.charges, NEW.promised_until, NEW.delivery_time, NEW.ready_at,
                        NEW.window_to, NEW.created_at, NEW.duration_seconds, NEW.arrived_at))
  EXECUTE FUNCTION mark_day_of_order();

CREATE OR REPLACE TRIGGER route_of_changed_order_is_updated
  AFTER UPDATE OF status, courier_id, return_state, takeover_from_id ON orders
  FOR EACH ROW WHEN ((OLD.status, OLD.courier_id, OLD.return_state, OLD.takeover_from_id)
    IS DISTINCT FROM (NEW.status, NEW.courier_id, NEW.return_state, NEW.takeover_from_id))
  EXECUTE FUNCTION update_route_of_order();

DROP TRIGGER order_may_share_route ON orders;
CREATE CONSTRAINT TRIGGER order_may_share_route
  AFTER UPDATE OF status, courier_id, return_state ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.courier_id IS NOT NULL
    AND (NEW.status IN ('assigned', 'in_progress') OR NEW.return_state = 'on_the_way')
    AND (OLD.courier_id IS DISTINCT FROM NEW.courier_id
      OR (OLD.status IN ('assigned', 'in_progress') OR OLD.return_state = 'on_the_way') IS NOT TRUE))
  EXECUTE FUNCTION check_route();

-- Stops are inserted with their order, whose own trigger updates the route, or by the statement that removes the former
-- ones, whose trigger then finds them.
DROP TRIGGER routes_of_new_stops_are_updated ON order_stops;
