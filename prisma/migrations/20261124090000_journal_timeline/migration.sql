-- AlterTable
ALTER TABLE "journal" ADD COLUMN "timeline" INTEGER NOT NULL DEFAULT 1;

-- Begins an epoch where another history of the database begins: on another cluster, or on another timeline of this one
-- after point-in-time recovery or a promotion. Transaction ids start anew there, and its events must come after all
-- that any reader has seen. The control file still shows the old timeline right after a promotion.
CREATE FUNCTION renew_journal_epoch() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  here record;
BEGIN
  -- A standby has no log of its own to name.
  IF pg_is_in_recovery() THEN RETURN; END IF;
  SELECT system_identifier, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer AS timeline
  INTO here FROM pg_control_system();
  -- A role that may only read passes where there is nothing to write.
  IF EXISTS (SELECT FROM journal WHERE (system_identifier, timeline) = (here.system_identifier, here.timeline)) THEN
    RETURN;
  END IF;
  -- A backup that is restored twice gets the same timeline twice; the minute tells the two apart.
  UPDATE journal SET (epoch, system_identifier, timeline) = (
    greatest(epoch + 1, floor(extract(epoch FROM clock_timestamp()) / 60)::integer),
    here.system_identifier, here.timeline)
  WHERE (system_identifier, timeline) <> (here.system_identifier, here.timeline);
END $$;

SELECT renew_journal_epoch();
