-- When an order last changed and, once it has ended, who its courier was. A separate table, since an index of
-- orders.updated_at would make every change of an order insert into all indexes of orders.
CREATE TABLE order_last_changes (
  account_id uuid NOT NULL,
  mode mode NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  order_id bigint NOT NULL,
  courier_id uuid,
  CONSTRAINT order_last_changes_pkey PRIMARY KEY (account_id, mode, changed_at, order_id)
);
CREATE INDEX ended_orders_of_courier ON order_last_changes (courier_id, changed_at) WHERE courier_id IS NOT NULL;

-- Triggers, since processes of the former release change orders as well.
CREATE FUNCTION record_last_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE order_last_changes l
    SET changed_at = NEW.updated_at,
        courier_id = CASE WHEN NEW.status IN ('delivered', 'cancelled') THEN NEW.courier_id END
    WHERE l.account_id = OLD.account_id AND l.mode = OLD.mode AND l.changed_at = OLD.updated_at AND l.order_id = OLD.id;
    IF FOUND THEN
      RETURN NULL;
    END IF;
  ELSIF TG_OP = 'DELETE' THEN
    DELETE FROM order_last_changes l
    WHERE l.account_id = OLD.account_id AND l.mode = OLD.mode AND l.changed_at = OLD.updated_at AND l.order_id = OLD.id;
    RETURN NULL;
  END IF;
  INSERT INTO order_last_changes (account_id, mode, changed_at, order_id, courier_id)
  VALUES (NEW.account_id, NEW.mode, NEW.updated_at, NEW.id,
          CASE WHEN NEW.status IN ('delivered', 'cancelled') THEN NEW.courier_id END);
  RETURN NULL;
END $$;
CREATE TRIGGER last_change_is_recorded AFTER INSERT OR DELETE OR UPDATE OF updated_at, status, courier_id ON orders
  FOR EACH ROW EXECUTE FUNCTION record_last_change();
