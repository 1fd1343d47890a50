-- CreateEnum
CREATE TYPE "delivery_mode" AS ENUM ('shared', 'direct');

-- CreateEnum
CREATE TYPE "stacking_scope" AS ENUM ('none', 'own_account', 'all_accounts');

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN "delivery_mode" "delivery_mode" NOT NULL DEFAULT 'shared';

-- AlterTable
ALTER TABLE "orders" ADD COLUMN "delivery_mode" "delivery_mode" NOT NULL DEFAULT 'shared';

-- CreateTable
CREATE TABLE "stacking_settings" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "scope" "stacking_scope" NOT NULL,
    "max_orders_foot" SMALLINT NOT NULL,
    "max_orders_bike" SMALLINT NOT NULL,
    "max_orders_car" SMALLINT NOT NULL,
    "max_orders_van" SMALLINT NOT NULL,
    "max_added_minutes" SMALLINT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stacking_settings_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "stacking_settings_have_one_row" CHECK (id = 1),
    CONSTRAINT "stacked_orders_are_1_to_20" CHECK (
      LEAST(max_orders_foot, max_orders_bike, max_orders_car, max_orders_van) >= 1
      AND GREATEST(max_orders_foot, max_orders_bike, max_orders_car, max_orders_van) <= 20),
    CONSTRAINT "added_minutes_are_0_to_120" CHECK (max_added_minutes BETWEEN 0 AND 120)
);
CREATE TRIGGER stacking_settings_are_forgotten
  AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON stacking_settings EXECUTE FUNCTION forget_table();
CREATE TRIGGER stacking_is_audited AFTER INSERT OR UPDATE ON stacking_settings
  FOR EACH ROW EXECUTE FUNCTION record_audit('stacking', '{id,changed_at}');

-- New installations begin with stacking. On others, no shop has agreed to it.
INSERT INTO stacking_settings
SELECT 1, CASE WHEN EXISTS (SELECT FROM accounts) THEN 'none' ELSE 'own_account' END::stacking_scope, 2, 3, 6, 12, 10, now();

-- The same numbers as in lib/couriers/vehicle.ts.
CREATE FUNCTION to_cargo_units(size cargo_size) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE size WHEN 'S' THEN 1 WHEN 'M' THEN 4 WHEN 'L' THEN 12 ELSE 40 END
$$;
CREATE FUNCTION to_capacity_units(transport transport_type) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE transport WHEN 'foot' THEN 3 WHEN 'bike' THEN 10 WHEN 'car' THEN 36 ELSE 400 END
$$;

-- The largest load of a courier along their route, in cargo units. Goods of a failed dropoff are on board until they are
-- returned or left at the door.
CREATE FUNCTION get_largest_load(of_courier uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  WITH goods AS (
    SELECT s.order_id, s.position, to_cargo_units(coalesce(s.cargo_size, o.cargo_size)) AS units
    FROM orders o JOIN order_stops s ON s.order_id = o.id
    WHERE o.courier_id = of_courier AND (o.status IN ('assigned', 'in_progress') OR o.return_state = 'on_the_way')
      AND s.position > 0 AND s.delivered_at IS NULL AND s.resolution IS DISTINCT FROM 'leave'
  ), changes AS (
    SELECT 0 AS at, g.units FROM goods g
    WHERE NOT EXISTS (SELECT FROM route_stops r WHERE r.order_id = g.order_id AND r.kind IN ('collect', 'take_over'))
    UNION ALL
    SELECT r.position, CASE WHEN r.kind IN ('collect', 'take_over') THEN g.units ELSE -g.units END
    FROM route_stops r JOIN goods g ON g.order_id = r.order_id AND (r.kind <> 'deliver' OR g.position = r.stop_position)
    WHERE r.courier_id = of_courier)
  SELECT coalesce(max(load), 0) FROM (SELECT sum(units) OVER (ORDER BY at) AS load FROM changes) AS loads
$$;

-- As before, but with the courier locked before any of their stops: dispatch locks them in this order to arrange a route.
CREATE OR REPLACE FUNCTION update_route(of_order bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  of_courier uuid;
  first_new integer;
BEGIN
  SELECT s.courier_id, min(s.sequence) INTO of_courier, first_new FROM list_remaining_stops(of_order) s
  WHERE NOT EXISTS (
    SELECT FROM route_stops r
    WHERE (r.order_id, r.courier_id, r.kind, r.stop_position) = (of_order, s.courier_id, s.kind, s.stop_position))
  GROUP BY s.courier_id;
  IF first_new IS NOT NULL THEN
    PERFORM FROM couriers WHERE id = of_courier FOR NO KEY UPDATE;
  END IF;
  DELETE FROM route_stops r WHERE r.order_id = of_order AND NOT EXISTS (
    SELECT FROM list_remaining_stops(of_order) s
    WHERE (s.courier_id, s.kind, s.stop_position) = (r.courier_id, r.kind, r.stop_position)
      AND (first_new IS NULL OR s.sequence < first_new));
  IF first_new IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO route_stops (order_id, kind, stop_position, courier_id, position)
  SELECT of_order, s.kind, s.stop_position, s.courier_id,
         (SELECT coalesce(max(position), 0) FROM route_stops WHERE route_stops.courier_id = of_courier)
           + row_number() OVER (ORDER BY s.sequence)
  FROM list_remaining_stops(of_order) s WHERE s.sequence >= first_new;
END $$;

-- Why a courier may not have all their orders together; null if they may. One order is always allowed.
CREATE FUNCTION find_route_conflict(of_courier uuid) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  rules stacking_settings%ROWTYPE;
  transport transport_type;
  order_count integer;
  account_count integer;
  is_any_direct boolean;
BEGIN
  SELECT count(*), count(DISTINCT o.account_id), bool_or('direct' IN (o.delivery_mode, a.delivery_mode))
  INTO order_count, account_count, is_any_direct
  FROM orders o JOIN accounts a ON a.id = o.account_id
  WHERE o.courier_id = of_courier AND (o.status IN ('assigned', 'in_progress') OR o.return_state = 'on_the_way');
  IF order_count <= 1 THEN
    RETURN NULL;
  END IF;
  SELECT * INTO rules FROM stacking_settings;
  IF NOT FOUND OR rules.scope = 'none' THEN
    RETURN 'none';
  ELSIF is_any_direct THEN
    RETURN 'direct';
  ELSIF rules.scope = 'own_account' AND account_count > 1 THEN
    RETURN 'account';
  END IF;
  SELECT c.transport_type INTO transport FROM couriers c WHERE c.id = of_courier;
  IF order_count > (CASE transport WHEN 'foot' THEN rules.max_orders_foot WHEN 'bike' THEN rules.max_orders_bike
                                   WHEN 'car' THEN rules.max_orders_car ELSE rules.max_orders_van END) THEN
    RETURN 'orders';
  ELSIF get_largest_load(of_courier) > to_capacity_units(transport) THEN
    RETURN 'load';
  END IF;
  RETURN NULL;
END $$;

-- Deferred, since a transaction may exchange orders. Adding stops to a route locks its courier, so that two transactions
-- cannot each add an order that leaves no room for the other.
CREATE FUNCTION check_route() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  conflict text := find_route_conflict(NEW.courier_id);
BEGIN
  IF conflict = 'none' THEN
    -- Release 1.1.0, which may still run, knows this name.
    RAISE unique_violation
      USING MESSAGE = 'The courier has another order.', CONSTRAINT = 'one_active_order_per_courier';
  ELSIF conflict IS NOT NULL THEN
    RAISE check_violation
      USING MESSAGE = 'The courier may not have these orders together.', DETAIL = conflict,
            CONSTRAINT = 'orders_may_share_route';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER new_order_may_share_route AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.courier_id IS NOT NULL) EXECUTE FUNCTION check_route();
CREATE CONSTRAINT TRIGGER order_may_share_route AFTER UPDATE ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.courier_id IS NOT NULL
    AND (NEW.status IN ('assigned', 'in_progress') OR NEW.return_state = 'on_the_way')
    AND (OLD.courier_id IS DISTINCT FROM NEW.courier_id
      OR (OLD.status IN ('assigned', 'in_progress') OR OLD.return_state = 'on_the_way') IS NOT TRUE))
  EXECUTE FUNCTION check_route();
