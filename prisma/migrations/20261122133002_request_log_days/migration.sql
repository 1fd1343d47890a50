-- One partition per day of UTC, which is dropped as a whole. Processes of the previous release go on writing: the name
-- is the same, and the next days are there.
ALTER TABLE "logged_requests" RENAME TO "logged_requests_before_days";

CREATE TABLE "logged_requests" (
    "id" BIGINT NOT NULL DEFAULT nextval('logged_requests_id_seq'),
    "account_id" UUID NOT NULL,
    "mode" "mode" NOT NULL,
    "key_id" UUID NOT NULL,
    "request_id" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "duration_ms" DOUBLE PRECISION NOT NULL,
    "error_id" TEXT,
    "external_order_id" TEXT,
    "request_body" TEXT,
    "response_body" TEXT
) PARTITION BY RANGE ("requested_at");

ALTER SEQUENCE "logged_requests_id_seq" OWNED BY "logged_requests"."id";

-- Long bodies cost a third of pglz's time. Not every server is built with it.
DO $$
BEGIN
  ALTER TABLE "logged_requests" ALTER COLUMN "request_body" SET COMPRESSION lz4,
                                ALTER COLUMN "response_body" SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
  NULL;
END $$;

-- Makes the partition of a day, if there is none. The indexes belong to the day: a change of them needs no rebuilding,
-- only a week. Attaching locks out neither readers nor writers, as creating a partition in place would.
CREATE FUNCTION make_logged_requests_day(day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  partition text := 'logged_requests_' || to_char(day, 'YYYYMMDD');
  began timestamptz := day::timestamp AT TIME ZONE 'UTC';
  ended timestamptz := (day + 1)::timestamp AT TIME ZONE 'UTC';
BEGIN
  IF to_regclass(partition) IS NOT NULL THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE logged_requests INCLUDING DEFAULTS INCLUDING COMPRESSION)', partition);
  -- Lists and counts; the calls of an order; one call; failures. What follows id is checked within the index.
  EXECUTE format('CREATE INDEX ON %I (account_id, mode, id DESC, key_id, requested_at, method)', partition);
  EXECUTE format('CREATE INDEX ON %I (account_id, mode, external_order_id, id DESC)
                  WHERE external_order_id IS NOT NULL', partition);
  EXECUTE format('CREATE INDEX ON %I (request_id)', partition);
  EXECUTE format('CREATE INDEX ON %I (account_id, mode, id DESC) WHERE status >= 400', partition);
  EXECUTE format('ALTER TABLE logged_requests ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', partition, began, ended);
EXCEPTION
  -- Somebody else was making it, and is done.
  WHEN unique_violation OR duplicate_table THEN
    RETURN;
  -- The partition of what was logged before there were days has this one.
  WHEN invalid_object_definition THEN
    RETURN;
END $$;

-- Drops the partitions of which everything is from before an instant.
CREATE FUNCTION drop_logged_requests_days(before timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  partition regclass;
BEGIN
  FOR partition IN
    SELECT c.oid FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'logged_requests'::regclass
      AND (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([^'']+)''\)'))[1]::timestamptz <= before
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE %s', partition);
  END LOOP;
END $$;

DO $$
DECLARE
  border timestamptz;
BEGIN
  IF EXISTS (SELECT FROM "logged_requests_before_days") THEN
    SELECT (regexp_match(pg_get_constraintdef(oid), '''([^'']+)'''))[1]::timestamptz INTO border
    FROM pg_constraint WHERE conname = 'logged_before_days';
    EXECUTE format('ALTER TABLE "logged_requests" ATTACH PARTITION "logged_requests_before_days"
                    FOR VALUES FROM (MINVALUE) TO (%L)', border);
    ALTER TABLE "logged_requests_before_days" DROP CONSTRAINT "logged_before_days";
  ELSE
    DROP TABLE "logged_requests_before_days";
  END IF;
  PERFORM make_logged_requests_day((now() AT TIME ZONE 'UTC')::date + ahead) FROM generate_series(0, 2) AS ahead;
END $$;
