-- Drops what a database has kept that began before the baseline. A new one has none of it.
DO $$
BEGIN
  IF EXISTS (SELECT FROM jobs WHERE kind = 'fill_search' AND finished_at IS NULL) THEN
    RAISE EXCEPTION 'Old orders cannot be searched for yet. Run the former version until its job fill_search has finished.';
  END IF;
END $$;
DELETE FROM jobs WHERE kind IN ('dispatch_order', 'sweep_dispatch') AND finished_at IS NULL;
DROP TABLE IF EXISTS rate_limit_buckets;

-- Read under a lock that lets writers pass, so before the exclusive ones.
ALTER TABLE orders VALIDATE CONSTRAINT order_routing_is_known;
ALTER TABLE quotes ALTER COLUMN routing DROP DEFAULT;
ALTER TABLE order_stops DROP COLUMN IF EXISTS search_street, DROP COLUMN IF EXISTS search_phone;
