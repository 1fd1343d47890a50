-- A process of 1.0.0 that edits an order replaces its stops without the columns below. Only such a process leaves
-- metadata at its default, which makes these triggers restore what the replaced stop had. They can be dropped in a
-- migration that requires this one.
ALTER TABLE order_stops ALTER metadata SET DEFAULT 'null';

CREATE FUNCTION remember_removed_stop() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  known jsonb := nullif(current_setting('dropline.removed_stops', true), '');
BEGIN
  -- Of one order at a time, so that it stays short.
  IF (known -> 0 ->> 'order_id')::bigint IS DISTINCT FROM OLD.order_id THEN known := '[]'; END IF;
  PERFORM set_config('dropline.removed_stops', (known || to_jsonb(OLD))::text, true);
  RETURN OLD;
END $$;
CREATE TRIGGER stop_is_remembered BEFORE DELETE ON order_stops
  FOR EACH ROW WHEN (OLD.metadata <> '{}' OR OLD.notify IS NOT NULL OR OLD.locale IS NOT NULL)
  EXECUTE FUNCTION remember_removed_stop();

CREATE FUNCTION restore_later_columns() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  former jsonb := (
    SELECT stop FROM jsonb_array_elements(nullif(current_setting('dropline.removed_stops', true), '')::jsonb)
      WITH ORDINALITY AS removed (stop, number)
    WHERE (stop ->> 'order_id')::bigint = NEW.order_id
      AND (stop ->> 'tracking_token' = NEW.tracking_token
        OR (stop ->> 'tracking_token' IS NULL AND NEW.tracking_token IS NULL
          AND (stop ->> 'position')::smallint = NEW.position
          AND (stop ->> 'contact_value' = NEW.contact_value
            OR (stop ->> 'street' = NEW.street AND stop ->> 'building' = NEW.building))))
    ORDER BY number DESC LIMIT 1);
BEGIN
  NEW.metadata := coalesce(former -> 'metadata', '{}');
  NEW.notify := (former ->> 'notify')::boolean;
  NEW.locale := (former ->> 'locale')::locale;
  RETURN NEW;
END $$;
CREATE TRIGGER later_columns_are_restored BEFORE INSERT ON order_stops
  FOR EACH ROW WHEN (NEW.metadata = 'null') EXECUTE FUNCTION restore_later_columns();
