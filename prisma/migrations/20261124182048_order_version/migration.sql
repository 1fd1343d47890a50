ALTER TABLE orders ADD COLUMN version integer NOT NULL DEFAULT 1;

CREATE FUNCTION increment_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.version := OLD.version + 1;
    RETURN NEW;
END $$;
CREATE TRIGGER order_version_is_incremented BEFORE UPDATE ON orders
    FOR EACH ROW EXECUTE FUNCTION increment_version();
