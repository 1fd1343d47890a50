-- The log as it is becomes the first partition of a log by days: it ends where the first day begins. Nothing may be
-- written past that border meanwhile, and no clock is so fast that it writes tomorrow's calls. If one was, the border
-- is later.
DO $$
DECLARE
  border timestamptz;
BEGIN
  LOCK TABLE "logged_requests" IN ACCESS EXCLUSIVE MODE;
  SELECT (date_trunc('day', greatest(now(), max("requested_at")) AT TIME ZONE 'UTC') + interval '1 day')
         AT TIME ZONE 'UTC'
  INTO border FROM "logged_requests";
  EXECUTE format('ALTER TABLE "logged_requests" ADD CONSTRAINT "logged_before_days" CHECK ("requested_at" < %L) NOT VALID',
                 border);
END $$;
