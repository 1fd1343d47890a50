-- The newest transactions' events, for the gauge of how far the journal is behind. Built beside a running service.
CREATE INDEX CONCURRENTLY "events_by_transaction" ON "events" USING BRIN ("transaction_id") WITH (autosummarize = on);
