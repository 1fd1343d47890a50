CREATE UNIQUE INDEX CONCURRENTLY one_dropoff_per_link ON order_stops (tracking_token) WHERE tracking_token IS NOT NULL;
