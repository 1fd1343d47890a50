CREATE INDEX CONCURRENTLY statement_lines_by_end ON statement_lines (account_id, month, ended_at, order_id);
