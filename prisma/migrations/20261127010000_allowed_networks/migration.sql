ALTER TABLE accounts ADD COLUMN allowed_networks text[] DEFAULT ARRAY[]::text[],
    ADD CONSTRAINT at_most_100_allowed_networks CHECK (cardinality(allowed_networks) <= 100);
ALTER TABLE api_keys ADD COLUMN allowed_networks text[] DEFAULT ARRAY[]::text[],
    ADD CONSTRAINT at_most_100_allowed_networks CHECK (cardinality(allowed_networks) <= 100);
ALTER TABLE webhook_endpoints ADD COLUMN created_by_key_id uuid;
ALTER TABLE logged_requests ADD COLUMN client_address text;

CREATE OR REPLACE FUNCTION forget_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        PERFORM forget_rows('api_keys', array_agg(encode(key_hash, 'hex'))) FROM before;
    ELSE
        PERFORM forget_rows('api_keys', array_agg(encode(b.key_hash, 'hex')))
        FROM before b LEFT JOIN after a ON a.id = b.id
        WHERE (a.key_hash, a.account_id, a.mode, a.revoked_at, a.expires_at, a.allowed_networks)
            IS DISTINCT FROM (b.key_hash, b.account_id, b.mode, b.revoked_at, b.expires_at, b.allowed_networks);
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION forget_keys_of_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('dropline_rows', 'api_keys')
    FROM before b LEFT JOIN after a ON a.id = b.id
    WHERE (a.email, a.is_customer, a.disabled_at, a.rate_limit_per_minute, a.allowed_networks)
        IS DISTINCT FROM (b.email, b.is_customer, b.disabled_at, b.rate_limit_per_minute, b.allowed_networks)
    LIMIT 1;
    RETURN NULL;
END $$;
