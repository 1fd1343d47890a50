-- Not with the trigger, whose lock would keep orders from changing meanwhile. A change of an order during this statement
-- leaves a second row, with the former instant. Readers compare the instant with the order's.
INSERT INTO order_last_changes (account_id, mode, changed_at, order_id, courier_id)
SELECT account_id, mode, updated_at, id, CASE WHEN status IN ('delivered', 'cancelled') THEN courier_id END
FROM orders
ON CONFLICT DO NOTHING;
