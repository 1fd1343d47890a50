CREATE INDEX CONCURRENTLY waiting_accounts ON accounts (created_at) WHERE approval = 'waiting';
