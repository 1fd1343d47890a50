-- CreateEnum
CREATE TYPE "route_stop_kind" AS ENUM ('take_over', 'collect', 'deliver', 'return');

-- CreateTable
CREATE TABLE "route_stops" (
    "order_id" BIGINT NOT NULL,
    "kind" "route_stop_kind" NOT NULL,
    "stop_position" SMALLINT NOT NULL,
    "courier_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "route_stops_pkey" PRIMARY KEY ("order_id","kind","stop_position")
);

-- CreateIndex
CREATE UNIQUE INDEX "one_route_stop_per_position" ON "route_stops"("courier_id", "position");

-- AddForeignKey
ALTER TABLE "route_stops" ADD CONSTRAINT "route_stops_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "route_stops" ADD CONSTRAINT "route_stops_courier_id_fkey" FOREIGN KEY ("courier_id") REFERENCES "couriers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE route_stops ADD CONSTRAINT route_stop_belongs_to_order_stop
  CHECK (CASE WHEN kind = 'deliver' THEN stop_position BETWEEN 1 AND 10 ELSE stop_position = 0 END);

-- The remaining stops of an order, in the sequence of the order; none for an order without a courier.
CREATE FUNCTION list_remaining_stops(of_order bigint)
RETURNS TABLE (courier_id uuid, kind route_stop_kind, stop_position smallint, sequence integer)
LANGUAGE sql STABLE AS $$
  SELECT o.courier_id, s.kind, s.stop_position, s.sequence
  FROM orders o CROSS JOIN LATERAL (
    SELECT 'take_over'::route_stop_kind AS kind, 0::smallint AS stop_position, 0 AS sequence
    WHERE o.takeover_from_id IS NOT NULL
    UNION ALL
    SELECT 'collect', 0::smallint, 1 WHERE o.status = 'assigned'
    UNION ALL
    -- Second attempts come last.
    SELECT 'deliver', d.position, 100 * (d.attempts + 1) + d.position FROM order_stops d
    WHERE d.order_id = o.id AND d.position > 0 AND d.delivered_at IS NULL AND d.failed_at IS NULL
      AND o.status IN ('assigned', 'in_progress') AND o.return_state IS DISTINCT FROM 'on_the_way'
    UNION ALL
    SELECT 'return', 0::smallint, 100000 WHERE o.return_state = 'on_the_way') AS s
  WHERE o.id = of_order AND o.courier_id IS NOT NULL
    AND (o.status IN ('assigned', 'in_progress') OR o.return_state = 'on_the_way')
$$;

-- Removes an order's stops that are over from the route of its courier, and appends new ones, together with those of the
-- order that come after them. The courier's lock keeps two orders from the same position. Every caller has locked the
-- order, so orders are locked before couriers.
CREATE FUNCTION update_route(of_order bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  of_courier uuid;
  first_new integer;
BEGIN
  SELECT s.courier_id, min(s.sequence) INTO of_courier, first_new FROM list_remaining_stops(of_order) s
  WHERE NOT EXISTS (
    SELECT FROM route_stops r
    WHERE (r.order_id, r.courier_id, r.kind, r.stop_position) = (of_order, s.courier_id, s.kind, s.stop_position))
  GROUP BY s.courier_id;
  DELETE FROM route_stops r WHERE r.order_id = of_order AND NOT EXISTS (
    SELECT FROM list_remaining_stops(of_order) s
    WHERE (s.courier_id, s.kind, s.stop_position) = (r.courier_id, r.kind, r.stop_position)
      AND (first_new IS NULL OR s.sequence < first_new));
  IF first_new IS NULL THEN
    RETURN;
  END IF;
  PERFORM FROM couriers WHERE id = of_courier FOR NO KEY UPDATE;
  INSERT INTO route_stops (order_id, kind, stop_position, courier_id, position)
  SELECT of_order, s.kind, s.stop_position, s.courier_id,
         (SELECT coalesce(max(position), 0) FROM route_stops WHERE route_stops.courier_id = of_courier)
           + row_number() OVER (ORDER BY s.sequence)
  FROM list_remaining_stops(of_order) s WHERE s.sequence >= first_new;
END $$;

CREATE FUNCTION update_route_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM update_route(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER route_of_new_order_is_updated AFTER INSERT ON orders
  FOR EACH ROW WHEN (NEW.courier_id IS NOT NULL) EXECUTE FUNCTION update_route_of_order();
CREATE TRIGGER route_of_changed_order_is_updated AFTER UPDATE ON orders
  FOR EACH ROW WHEN ((OLD.status, OLD.courier_id, OLD.return_state, OLD.takeover_from_id)
    IS DISTINCT FROM (NEW.status, NEW.courier_id, NEW.return_state, NEW.takeover_from_id))
  EXECUTE FUNCTION update_route_of_order();

CREATE FUNCTION update_route_of_stop() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM update_route(NEW.order_id);
  RETURN NULL;
END $$;
CREATE TRIGGER route_of_changed_stop_is_updated AFTER UPDATE ON order_stops
  FOR EACH ROW WHEN ((OLD.delivered_at IS NULL, OLD.failed_at IS NULL)
    IS DISTINCT FROM (NEW.delivered_at IS NULL, NEW.failed_at IS NULL))
  EXECUTE FUNCTION update_route_of_stop();

-- An edit replaces the stops.
CREATE FUNCTION update_routes_of_stops() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM update_route(o.id) FROM orders o
  WHERE o.courier_id IS NOT NULL AND o.id IN (SELECT order_id FROM changed);
  RETURN NULL;
END $$;
CREATE TRIGGER routes_of_new_stops_are_updated AFTER INSERT ON order_stops
  REFERENCING NEW TABLE AS changed EXECUTE FUNCTION update_routes_of_stops();
CREATE TRIGGER routes_of_removed_stops_are_updated AFTER DELETE ON order_stops
  REFERENCING OLD TABLE AS changed EXECUTE FUNCTION update_routes_of_stops();
