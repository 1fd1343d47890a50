-- What ended orders add up to, by the UTC hour of their end: an hour's sum is that of its rows. Transactions only insert
-- differences, so that none waits for another; a job merges them.
CREATE TABLE ended_order_sums (
  id bigserial PRIMARY KEY,
  account_id uuid NOT NULL,
  mode mode NOT NULL,
  hour timestamptz(3) NOT NULL,
  orders integer NOT NULL,
  total numeric(14, 2) NOT NULL,
  is_merged boolean NOT NULL DEFAULT false
);
CREATE INDEX ended_order_sums_by_hour ON ended_order_sums (account_id, mode, hour);
CREATE INDEX ended_order_sums_to_merge ON ended_order_sums (id) WHERE NOT is_merged;

-- Live orders that may need another line, because their amounts changed after their end or they ended in a closed month.
CREATE TABLE statement_corrections (
  account_id uuid NOT NULL,
  ended_at timestamptz(3) NOT NULL,
  order_id bigint NOT NULL REFERENCES orders ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT statement_corrections_pkey PRIMARY KEY (account_id, ended_at, order_id)
);
CREATE INDEX statement_corrections_of_order ON statement_corrections (order_id);

-- A month whose lines are being written. Its statement is inserted last, and only then do the lines count.
CREATE TABLE statement_closings (
  account_id uuid PRIMARY KEY REFERENCES accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  month text NOT NULL,
  time_zone text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  last_ended_at timestamptz(3),
  last_order_id bigint NOT NULL DEFAULT 0,
  line_count integer NOT NULL DEFAULT 0,
  total numeric(14, 2) NOT NULL DEFAULT 0,
  CONSTRAINT closing_month_is_a_month CHECK (month ~ '^2[0-9]{3}-(0[1-9]|1[0-2])$'),
  CONSTRAINT closing_starts_before_it_ends CHECK (starts_at < ends_at)
);

CREATE FUNCTION order_total(status order_status, price numeric, charges numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(0, CASE WHEN status = 'cancelled' THEN 0 ELSE price END + charges)
$$;

-- Taken shared by what ends an order and exclusively at both ends of a closing, so that each knows of the other.
CREATE FUNCTION statement_lock_key(account_id uuid) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtext(account_id::text)
$$;

CREATE FUNCTION add_ended_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ended orders;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(4915724, statement_lock_key(NEW.account_id));
  SELECT * INTO STRICT ended FROM orders WHERE id = NEW.order_id;
  INSERT INTO ended_order_sums (account_id, mode, hour, orders, total)
  VALUES (ended.account_id, ended.mode, date_trunc('hour', NEW.changed_at, 'UTC'), 1,
          order_total(ended.status, ended.price, ended.charges));
  IF ended.mode = 'live' AND NEW.changed_at < greatest(
    (SELECT ends_at FROM statements WHERE account_id = NEW.account_id ORDER BY month DESC LIMIT 1),
    (SELECT ends_at FROM statement_closings WHERE account_id = NEW.account_id))
  THEN
    INSERT INTO statement_corrections (account_id, ended_at, order_id)
    VALUES (NEW.account_id, NEW.changed_at, NEW.order_id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ended_order_is_added AFTER INSERT ON order_status_changes
  FOR EACH ROW WHEN (NEW.status IN ('delivered', 'cancelled')) EXECUTE FUNCTION add_ended_order();

-- Without regard to statements: one that is being written is not visible here.
CREATE FUNCTION correct_ended_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz;
BEGIN
  SELECT changed_at INTO at FROM order_status_changes
  WHERE order_id = NEW.id AND status IN ('delivered', 'cancelled');
  IF at IS NULL THEN RETURN NULL; END IF;
  INSERT INTO ended_order_sums (account_id, mode, hour, orders, total)
  VALUES (NEW.account_id, NEW.mode, date_trunc('hour', at, 'UTC'), 0,
          order_total(NEW.status, NEW.price, NEW.charges) - order_total(OLD.status, OLD.price, OLD.charges));
  IF NEW.mode = 'live' THEN
    INSERT INTO statement_corrections (account_id, ended_at, order_id)
    VALUES (NEW.account_id, at, NEW.id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ended_order_is_corrected AFTER UPDATE OF status, price, charges ON orders
  FOR EACH ROW WHEN (OLD.status IN ('delivered', 'cancelled')
    AND order_total(OLD.status, OLD.price, OLD.charges) <> order_total(NEW.status, NEW.price, NEW.charges))
  EXECUTE FUNCTION correct_ended_order();

CREATE FUNCTION subtract_ended_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ended_order_sums (account_id, mode, hour, orders, total)
  SELECT OLD.account_id, OLD.mode, date_trunc('hour', changed_at, 'UTC'), -1,
         -order_total(OLD.status, OLD.price, OLD.charges)
  FROM order_status_changes WHERE order_id = OLD.id AND status IN ('delivered', 'cancelled');
  RETURN OLD;
END $$;
CREATE TRIGGER deleted_order_is_subtracted BEFORE DELETE ON orders
  FOR EACH ROW WHEN (OLD.status IN ('delivered', 'cancelled')) EXECUTE FUNCTION subtract_ended_order();

-- What the sums of these whole hours lack. Both sides are of one snapshot, so adding it is right beside any writer.
CREATE FUNCTION ended_order_sum_errors(account uuid, since timestamptz, until timestamptz)
RETURNS TABLE (account_id uuid, mode mode, hour timestamptz, orders integer, total numeric) LANGUAGE sql STABLE AS $$
  SELECT part.account_id, part.mode, part.hour, sum(part.orders)::int, sum(part.total)
  FROM (
    SELECT o.account_id, o.mode, date_trunc('hour', h.changed_at, 'UTC') AS hour, 1 AS orders,
           order_total(o.status, o.price, o.charges) AS total
    FROM order_status_changes h JOIN orders o ON o.id = h.order_id
    WHERE h.account_id = account AND h.status IN ('delivered', 'cancelled')
      AND h.changed_at >= since AND h.changed_at < until
    UNION ALL
    SELECT s.account_id, s.mode, s.hour, -s.orders, -s.total FROM ended_order_sums s
    WHERE s.account_id = account AND s.hour >= since AND s.hour < until) AS part
  GROUP BY part.account_id, part.mode, part.hour
  HAVING sum(part.orders) <> 0 OR sum(part.total) <> 0
$$;

-- Orders of closed months whose lines do not add up to their total, and which no correction would find.
CREATE FUNCTION missing_statement_corrections(account uuid, since timestamptz, until timestamptz)
RETURNS TABLE (account_id uuid, ended_at timestamptz, order_id bigint) LANGUAGE sql STABLE AS $$
  SELECT h.account_id, h.changed_at, h.order_id
  FROM order_status_changes h
  JOIN orders o ON o.id = h.order_id AND o.mode = 'live'
  WHERE h.account_id = account AND h.status IN ('delivered', 'cancelled')
    AND h.changed_at >= since AND h.changed_at < until
    AND h.changed_at < (SELECT ends_at FROM statements s WHERE s.account_id = account ORDER BY month DESC LIMIT 1)
    AND (SELECT sum(l.total) FROM statement_lines l WHERE l.order_id = o.id)
      IS DISTINCT FROM order_total(o.status, o.price, o.charges)
    AND NOT EXISTS (SELECT FROM statement_corrections c
                    WHERE c.account_id = account AND c.ended_at = h.changed_at AND c.order_id = h.order_id)
$$;

-- Lines come before their statement now, so the statement cannot be required by a foreign key.
ALTER TABLE statement_lines DROP CONSTRAINT statement_lines_account_id_month_fkey;

CREATE FUNCTION require_statement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT account_id, month FROM added) AS line
    WHERE NOT EXISTS (SELECT FROM statements s WHERE s.account_id = line.account_id AND s.month = line.month)
      AND NOT EXISTS (SELECT FROM statement_closings c WHERE c.account_id = line.account_id AND c.month = line.month))
  THEN
    RAISE EXCEPTION 'A line needs a statement, or the closing of its month.';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER statement_line_has_a_statement AFTER INSERT ON statement_lines
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION require_statement();

CREATE FUNCTION keep_statement_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    OR EXISTS (SELECT FROM statements WHERE account_id = OLD.account_id AND month = OLD.month)
  THEN
    RAISE EXCEPTION 'A closed statement never changes.';
  END IF;
  RETURN OLD;
END $$;
CREATE OR REPLACE TRIGGER statement_line_is_immutable BEFORE UPDATE OR DELETE ON statement_lines
  FOR EACH ROW EXECUTE FUNCTION keep_statement_line();

-- A process of an older release closes a month at once, and would leave out the lines that are already written. Its
-- statement is discarded with them, and either release closes the month anew.
CREATE FUNCTION discard_closing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4915724, statement_lock_key(NEW.account_id));
  DELETE FROM statement_closings WHERE account_id = NEW.account_id;
  IF NOT FOUND THEN RETURN NEW; END IF;
  WITH removed AS (
    DELETE FROM statement_lines l WHERE l.account_id = NEW.account_id
      AND NOT EXISTS (SELECT FROM statements s WHERE s.account_id = l.account_id AND s.month = l.month)
    RETURNING l.account_id, l.ended_at, l.order_id, l.is_correction)
  INSERT INTO statement_corrections (account_id, ended_at, order_id)
  SELECT account_id, ended_at, order_id FROM removed WHERE is_correction ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER closing_is_discarded BEFORE INSERT ON statements
  FOR EACH ROW EXECUTE FUNCTION discard_closing();
