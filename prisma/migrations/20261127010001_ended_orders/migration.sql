-- Orders by the instant at which they ended, which is when a statement counts them.
CREATE INDEX CONCURRENTLY ended_orders ON order_status_changes (account_id, changed_at) INCLUDE (order_id)
  WHERE status IN ('delivered', 'cancelled');
