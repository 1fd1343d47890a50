-- A position is updated in place as long as its page has room, which half of each page is kept free for: no index is then
-- touched, and nothing is left for the vacuum.
ALTER TABLE "courier_positions" SET (fillfactor = 50);

-- A courier is remembered by the hash of their device's token. Who is on shift is not: the write itself asks.
CREATE FUNCTION forget_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        PERFORM forget_rows('couriers', array_agg(encode(device_hash, 'hex')))
        FROM before WHERE device_hash IS NOT NULL;
    ELSE
        PERFORM forget_rows('couriers', array_agg(encode(b.device_hash, 'hex')))
        FROM before b LEFT JOIN after a ON a.id = b.id
        WHERE b.device_hash IS NOT NULL
            AND (a.device_hash, a.disabled_at) IS DISTINCT FROM (b.device_hash, b.disabled_at);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER changed_devices_are_forgotten AFTER UPDATE ON "couriers"
    REFERENCING OLD TABLE AS before NEW TABLE AS after EXECUTE FUNCTION forget_devices();
CREATE TRIGGER deleted_devices_are_forgotten AFTER DELETE ON "couriers"
    REFERENCING OLD TABLE AS before EXECUTE FUNCTION forget_devices();
CREATE TRIGGER all_devices_are_forgotten AFTER TRUNCATE ON "couriers"
    EXECUTE FUNCTION forget_table();
