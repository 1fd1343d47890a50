-- How the courier of an order drives it by road: to the pickup, and on to each dropoff.
CREATE TABLE "order_ways" (
    "order_id" BIGINT NOT NULL,
    "courier_id" UUID NOT NULL,
    "places" TEXT NOT NULL,
    "legs" JSONB NOT NULL,

    CONSTRAINT "order_ways_pkey" PRIMARY KEY ("order_id")
);

ALTER TABLE "order_ways"
    ADD CONSTRAINT "order_ways_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;
