-- For the count that operators see on each page. Orders by road are not in it.
CREATE INDEX CONCURRENTLY "orders_priced_by_estimate" ON "orders" ("created_at") WHERE "routing" = 'estimate';
