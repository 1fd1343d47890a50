-- Reads without locks. Orders that end or change meanwhile are in the triggers' rows.
INSERT INTO ended_order_sums (account_id, mode, hour, orders, total, is_merged)
SELECT e.account_id, e.mode, e.hour, e.orders, e.total, true
FROM accounts a CROSS JOIN LATERAL ended_order_sum_errors(a.id, '-infinity', 'infinity') AS e;

INSERT INTO statement_corrections (account_id, ended_at, order_id)
SELECT m.account_id, m.ended_at, m.order_id
FROM accounts a CROSS JOIN LATERAL missing_statement_corrections(a.id, '-infinity', 'infinity') AS m
ON CONFLICT DO NOTHING;
