-- Processes keep some rows in memory (lib/db/remembered.ts) and forget them when they are told that they have changed.
-- Each row is told by its key; of more than a hundred, that any of the table may have changed.
CREATE FUNCTION forget_rows(source text, keys text[]) RETURNS void LANGUAGE sql AS $$
    SELECT pg_notify('dropline_rows', source || ' ' || key) FROM unnest(keys) key WHERE cardinality(keys) <= 100;
    SELECT pg_notify('dropline_rows', source) WHERE cardinality(keys) > 100;
$$;

-- Tables of which only the newest version counts.
CREATE FUNCTION forget_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('dropline_rows', TG_TABLE_NAME);
    RETURN NULL;
END $$;

CREATE TRIGGER tariffs_are_forgotten AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "tariffs"
    EXECUTE FUNCTION forget_table();
CREATE TRIGGER service_areas_are_forgotten AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "service_areas"
    EXECUTE FUNCTION forget_table();
CREATE TRIGGER travel_factors_are_forgotten AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "travel_factors"
    EXECUTE FUNCTION forget_table();

-- A key is remembered by its hash, together with its account. When it was last used is not.
CREATE FUNCTION forget_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        PERFORM forget_rows('api_keys', array_agg(encode(key_hash, 'hex'))) FROM before;
    ELSE
        PERFORM forget_rows('api_keys', array_agg(encode(b.key_hash, 'hex')))
        FROM before b LEFT JOIN after a ON a.id = b.id
        WHERE (a.key_hash, a.account_id, a.mode, a.revoked_at, a.expires_at)
            IS DISTINCT FROM (b.key_hash, b.account_id, b.mode, b.revoked_at, b.expires_at);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER changed_keys_are_forgotten AFTER UPDATE ON "api_keys"
    REFERENCING OLD TABLE AS before NEW TABLE AS after EXECUTE FUNCTION forget_keys();
CREATE TRIGGER deleted_keys_are_forgotten AFTER DELETE ON "api_keys"
    REFERENCING OLD TABLE AS before EXECUTE FUNCTION forget_keys();
CREATE TRIGGER all_keys_are_forgotten AFTER TRUNCATE ON "api_keys"
    EXECUTE FUNCTION forget_table();

-- Of all keys, since one of the account may be created meanwhile that this transaction does not see.
CREATE FUNCTION forget_keys_of_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('dropline_rows', 'api_keys')
    FROM before b LEFT JOIN after a ON a.id = b.id
    WHERE (a.email, a.is_customer, a.disabled_at, a.rate_limit_per_minute)
        IS DISTINCT FROM (b.email, b.is_customer, b.disabled_at, b.rate_limit_per_minute)
    LIMIT 1;
    RETURN NULL;
END $$;

CREATE TRIGGER keys_of_changed_accounts_are_forgotten AFTER UPDATE ON "accounts"
    REFERENCING OLD TABLE AS before NEW TABLE AS after EXECUTE FUNCTION forget_keys_of_accounts();
