-- The words that an order is found by. New orders and edits write them; a job adds those of the orders from before,
-- which are folded by code and not by the database.
ALTER TABLE "order_stops" ADD COLUMN "search_words" tsvector NOT NULL DEFAULT ''::tsvector;

DROP INDEX "stops_by_street";
DROP INDEX "stops_by_phone";

INSERT INTO "jobs" ("kind", "key", "run_at")
SELECT 'fill_search', '0', now() WHERE EXISTS (SELECT FROM "orders");
