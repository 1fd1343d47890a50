CREATE TABLE order_day_sums (
  account_id uuid NOT NULL,
  mode mode NOT NULL,
  day date NOT NULL,
  counts jsonb NOT NULL,
  late_order_ids bigint[] NOT NULL,
  late_ms bigint[] NOT NULL,
  CONSTRAINT order_day_sums_pkey PRIMARY KEY (account_id, mode, day),
  CONSTRAINT late_orders_have_lateness CHECK (cardinality(late_order_ids) = cardinality(late_ms))
);

-- Without a foreign key, which would lock the account's row whenever an order ends.
CREATE TABLE order_day_changes (
  day date NOT NULL,
  account_id uuid NOT NULL,
  mode mode NOT NULL,
  transaction_id bigint NOT NULL,
  started_at timestamptz NOT NULL,
  CONSTRAINT order_day_changes_pkey PRIMARY KEY (day, account_id, mode, transaction_id, started_at)
);

-- Marks the day on which an order ended, and a former one; nothing for an order that has not ended.
CREATE FUNCTION mark_order_day(changed_order bigint, former_end timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO order_day_changes (day, account_id, mode, transaction_id, started_at)
  SELECT (ended.at AT TIME ZONE 'UTC')::date, o.account_id, o.mode, pg_current_xact_id()::text::bigint, now()
  FROM orders o CROSS JOIN LATERAL (
    SELECT h.changed_at AS at FROM order_status_changes h
    WHERE h.order_id = o.id AND h.status IN ('delivered', 'cancelled')
    UNION SELECT former_end WHERE former_end IS NOT NULL) AS ended
  WHERE o.id = changed_order
  ON CONFLICT DO NOTHING
$$;

CREATE FUNCTION mark_day_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_order_day(OLD.id, NULL);
  RETURN OLD;
END $$;
CREATE TRIGGER day_of_changed_order_is_marked AFTER UPDATE ON orders
  FOR EACH ROW WHEN (
    (OLD.status IN ('delivered', 'cancelled') OR NEW.status IN ('delivered', 'cancelled'))
    AND (OLD.status, OLD.price, OLD.charges, OLD.promised_until, OLD.delivery_time, OLD.created_at,
         OLD.duration_seconds, OLD.arrived_at)
      IS DISTINCT FROM (NEW.status, NEW.price, NEW.charges, NEW.promised_until, NEW.delivery_time, NEW.created_at,
                        NEW.duration_seconds, NEW.arrived_at))
  EXECUTE FUNCTION mark_day_of_order();
-- Before, while its history exists.
CREATE TRIGGER day_of_deleted_order_is_marked BEFORE DELETE ON orders
  FOR EACH ROW WHEN (OLD.status IN ('delivered', 'cancelled')) EXECUTE FUNCTION mark_day_of_order();

CREATE FUNCTION mark_day_of_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_order_day(NEW.order_id, NULL);
  ELSE
    PERFORM mark_order_day(OLD.order_id,
                           CASE WHEN OLD.status IN ('delivered', 'cancelled') THEN OLD.changed_at END);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER day_of_end_is_marked AFTER INSERT ON order_status_changes
  FOR EACH ROW WHEN (NEW.status IN ('delivered', 'cancelled')) EXECUTE FUNCTION mark_day_of_status();
CREATE TRIGGER day_of_changed_status_is_marked AFTER UPDATE OR DELETE ON order_status_changes
  FOR EACH ROW WHEN (OLD.status IN ('in_progress', 'delivered', 'cancelled')) EXECUTE FUNCTION mark_day_of_status();

CREATE FUNCTION mark_day_of_stop() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM mark_order_day(OLD.order_id, NULL);
  ELSE
    PERFORM mark_order_day(NEW.order_id, NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER day_of_changed_stop_is_marked AFTER UPDATE ON order_stops
  FOR EACH ROW WHEN (
    (OLD.arrived_at, OLD.delivered_at, OLD.failed_at, OLD.failure_code)
    IS DISTINCT FROM (NEW.arrived_at, NEW.delivered_at, NEW.failed_at, NEW.failure_code))
  EXECUTE FUNCTION mark_day_of_stop();
CREATE TRIGGER day_of_new_stop_is_marked AFTER INSERT ON order_stops
  FOR EACH ROW WHEN (NEW.arrived_at IS NOT NULL OR NEW.failure_code IS NOT NULL)
  EXECUTE FUNCTION mark_day_of_stop();
CREATE TRIGGER day_of_removed_stop_is_marked AFTER DELETE ON order_stops
  FOR EACH ROW WHEN (OLD.arrived_at IS NOT NULL OR OLD.failure_code IS NOT NULL)
  EXECUTE FUNCTION mark_day_of_stop();

-- Every day since an account's first order ended, which a job then sums one by one. Reads one index entry per account.
INSERT INTO order_day_changes (day, account_id, mode, transaction_id, started_at)
SELECT day::date, a.id, mode, pg_current_xact_id()::text::bigint, now()
FROM accounts a
CROSS JOIN LATERAL (
  SELECT h.changed_at FROM order_status_changes h
  WHERE h.account_id = a.id AND h.status IN ('delivered', 'cancelled') ORDER BY h.changed_at LIMIT 1) AS first
CROSS JOIN LATERAL generate_series(date_trunc('day', first.changed_at AT TIME ZONE 'UTC'), now() AT TIME ZONE 'UTC',
                                   interval '1 day') AS day
CROSS JOIN unnest(enum_range(NULL::mode)) AS mode
ON CONFLICT DO NOTHING;
