CREATE TYPE approval AS ENUM ('waiting', 'rejected');

ALTER TABLE accounts
    ADD COLUMN approval approval,
    ADD COLUMN rejection_reason text,
    ADD COLUMN waiting_mailed_at timestamptz(3),
    ADD CONSTRAINT rejection_has_reason CHECK ((rejection_reason IS NOT NULL) = (approval IS NOT DISTINCT FROM 'rejected')) NOT VALID,
    ADD CONSTRAINT rejection_reason_is_bounded CHECK (length(rejection_reason) <= 1000) NOT VALID;

-- The former release knows only is_customer: it creates shops that wait, and makes them customers.
CREATE FUNCTION keep_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.is_customer THEN
        NEW.approval := NULL;
        NEW.rejection_reason := NULL;
    ELSIF TG_OP = 'INSERT' AND NEW.approval IS NULL THEN
        NEW.approval := 'waiting';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER approval_follows_customer BEFORE INSERT OR UPDATE OF is_customer, approval ON accounts
    FOR EACH ROW EXECUTE FUNCTION keep_approval();

CREATE OR REPLACE TRIGGER account_is_audited AFTER INSERT OR UPDATE OR DELETE ON accounts
    FOR EACH ROW EXECUTE FUNCTION record_audit('account', '{id,created_at,waiting_mailed_at}');

CREATE OR REPLACE FUNCTION forget_keys_of_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('dropline_rows', 'api_keys')
    FROM before b LEFT JOIN after a ON a.id = b.id
    WHERE (a.email, a.is_customer, a.approval, a.disabled_at, a.rate_limit_per_minute, a.allowed_networks)
        IS DISTINCT FROM
        (b.email, b.is_customer, b.approval, b.disabled_at, b.rate_limit_per_minute, b.allowed_networks)
    LIMIT 1;
    RETURN NULL;
END $$;

-- A shop that has never ordered anything, not even in test mode, has not been approved.
UPDATE accounts a SET approval = 'waiting'
WHERE NOT a.is_customer AND NOT EXISTS (SELECT FROM orders o WHERE o.account_id = a.id);
