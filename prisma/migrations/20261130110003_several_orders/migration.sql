-- requires 20261130073338_route_stops
-- in release 1.1.0
-- The constraint triggers of the migration before hold what it held, also for 1.1.0.
DROP INDEX CONCURRENTLY IF EXISTS one_active_order_per_courier;
