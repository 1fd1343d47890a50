CREATE INDEX CONCURRENTLY orders_by_last_change ON orders (account_id, mode, updated_at, id);
