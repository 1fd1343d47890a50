-- The body, packed by lib/events/event-body.ts.
ALTER TABLE events ADD COLUMN packed bytea;
-- Processes of the former release find a body in every row, see below.
-- squawk-ignore ban-drop-not-null
ALTER TABLE events ALTER COLUMN body DROP NOT NULL;
ALTER TABLE events ADD CONSTRAINT event_has_one_body CHECK ((body IS NULL) <> (packed IS NULL)) NOT VALID;
ALTER TABLE journal ADD COLUMN packs_events boolean NOT NULL DEFAULT false;

-- The former release, which may still run, reads only `body`. New installations pack from the beginning, others from a
-- migration of the next release on, which requires this one.
UPDATE journal SET packs_events = true WHERE NOT EXISTS (SELECT FROM accounts);

-- On a database that packs, the former release would drop webhooks. The history lets it refuse the database.
DO $$
BEGIN
  IF to_regclass('_prisma_migrations') IS NOT NULL AND (SELECT packs_events FROM journal) THEN
    UPDATE _prisma_migrations SET logs = '-- requires 20261201020001_packed_events'
    WHERE migration_name = '20261201020001_packed_events';
  END IF;
END $$;

-- As before, but with the cancellation from the order: the body may be packed.
CREATE OR REPLACE FUNCTION record_audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  call jsonb := nullif(current_setting('dropline.audit', true), '')::jsonb;
  group_id uuid := coalesce((call ->> 'id')::uuid, nullif(current_setting('dropline.audit_call', true), '')::uuid);
  former jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  present jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  subject jsonb := coalesce(present, former);
  verb text;
  before jsonb;
  after jsonb;
  account uuid;
  object text;
  label text;
  stored_id bigint;
  is_object boolean;
BEGIN
  IF TG_NARGS > 2 THEN
    EXECUTE format('SELECT to_jsonb(v) FROM %I v WHERE %2$I < $1 ORDER BY %2$I DESC LIMIT 1', TG_TABLE_NAME, TG_ARGV[2])
    INTO former USING (present ->> TG_ARGV[2])::int;
  END IF;
  IF TG_ARGV[0] = 'order' THEN
    present := present || jsonb_build_object('cancellation', (
      SELECT jsonb_build_object('reason', o.cancel_reason, 'comment', o.cancel_comment) FROM orders o
      WHERE o.id = (present ->> 'order_id')::bigint AND present ->> 'type' = 'order.cancelled'));
  END IF;
  SELECT jsonb_object_agg(name, audit_value(name, former -> name)) FILTER (WHERE former ? name),
         jsonb_object_agg(name, audit_value(name, present -> name)) FILTER (WHERE present ? name)
  INTO before, after
  FROM jsonb_object_keys(coalesce(former, '{}') || coalesce(present, '{}')) name
  WHERE name <> ALL (TG_ARGV[1]::text[])
    AND coalesce(present -> name, 'null') <> coalesce(former -> name, 'null');
  IF before IS NULL AND after IS NULL THEN
    RETURN NULL;
  END IF;

  verb := CASE
    WHEN TG_NARGS > 2 OR TG_ARGV[0] = 'order' THEN 'change'
    WHEN TG_OP = 'INSERT' THEN 'create'
    WHEN TG_OP = 'DELETE' OR after ->> 'deleted_at' IS NOT NULL THEN 'delete'
    WHEN after ->> 'revoked_at' IS NOT NULL THEN 'revoke'
    WHEN after ->> 'ended_at' IS NOT NULL THEN 'end'
    WHEN after ->> 'disabled_at' IS NOT NULL THEN 'disable'
    WHEN after ? 'disabled_at' THEN 'enable'
    ELSE 'change'
  END;
  account := coalesce(
    CASE WHEN TG_TABLE_NAME = 'accounts' THEN subject ->> 'id' ELSE subject ->> 'account_id' END,
    (SELECT u.account_id FROM users u WHERE u.id = (subject ->> 'user_id')::uuid)::text,
    '00000000-0000-0000-0000-000000000000')::uuid;
  label := coalesce(
    subject ->> 'name', subject ->> 'email', subject ->> 'url',
    (SELECT c.name FROM couriers c WHERE c.id = (subject ->> 'courier_id')::uuid),
    (SELECT o.order_code FROM orders o WHERE o.id = (subject ->> 'order_id')::bigint),
    -- The zones that differ.
    (SELECT string_agg(DISTINCT zone ->> 'name', ', ')
     FROM jsonb_array_elements(coalesce(former -> 'zones', '[]') || coalesce(present -> 'zones', '[]')) zone
     WHERE NOT (coalesce(former -> 'zones', '[]') @> jsonb_build_array(zone)
                AND coalesce(present -> 'zones', '[]') @> jsonb_build_array(zone))));
  object := CASE
    WHEN TG_ARGV[0] IN ('order', 'charge') THEN label
    WHEN TG_NARGS = 2 THEN coalesce(subject ->> 'courier_id', subject ->> 'id')
  END;
  -- Other rows of this transaction belong to the same call.
  IF group_id IS NULL THEN
    group_id := gen_random_uuid();
    PERFORM set_config('dropline.audit_call', group_id::text, true);
  END IF;

  FOR attempt IN 1..2 LOOP
    INSERT INTO audit_records AS r
      (call_id, account_id, actor_type, actor_id, session_id, action, object_type, object_id, request_id)
    VALUES (
      group_id, account,
      coalesce(call ->> 'actorType', CASE WHEN subject ->> 'user_id' IS NULL THEN 'system' ELSE 'user' END),
      CASE
        WHEN call IS NULL OR (call ->> 'actorType' = 'user' AND call ->> 'actorId' IS NULL)
        THEN coalesce(subject ->> 'user_id', CASE WHEN call IS NOT NULL AND TG_TABLE_NAME = 'users' THEN object END)
        ELSE call ->> 'actorId'
      END,
      coalesce((call ->> 'sessionId')::uuid,
        CASE WHEN call IS NULL AND TG_TABLE_NAME = 'user_sessions' THEN (subject ->> 'id')::uuid END),
      coalesce(call ->> 'action', TG_ARGV[0] || '.' || verb), TG_ARGV[0], object, call ->> 'requestId')
    -- Links, sessions and charges change along with what the call is about.
    ON CONFLICT (call_id, account_id) DO UPDATE SET
      object_type = CASE WHEN r.object_type IN ('invitation', 'session', 'charge') THEN excluded.object_type
                         ELSE r.object_type END,
      object_id = CASE WHEN r.object_type IN ('invitation', 'session', 'charge') THEN excluded.object_id
                       ELSE r.object_id END,
      actor_id = coalesce(r.actor_id, excluded.actor_id)
    WHERE r.position IS NULL
    RETURNING r.id, (r.object_type, r.object_id) IS NOT DISTINCT FROM (TG_ARGV[0], object) INTO stored_id, is_object;
    EXIT WHEN stored_id IS NOT NULL;
    -- The call's record is in the chain already.
    group_id := gen_random_uuid();
  END LOOP;
  INSERT INTO audit_details AS d (record_id, network, agent, label, changes)
  VALUES (
    stored_id, coalesce(call ->> 'network', subject ->> 'network'), coalesce(call ->> 'agent', subject ->> 'agent'), label,
    jsonb_build_array(jsonb_build_object('object', TG_ARGV[0], 'id', object, 'label', label, 'before', before, 'after', after)))
  ON CONFLICT (record_id) DO UPDATE SET
    label = CASE WHEN is_object THEN excluded.label ELSE d.label END,
    changes = CASE WHEN jsonb_array_length(d.changes) < 100 THEN d.changes || excluded.changes ELSE d.changes END;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER intervention_is_audited AFTER INSERT ON events
  FOR EACH ROW WHEN (current_setting('dropline.audit', true) <> '')
  EXECUTE FUNCTION record_audit('order', '{id,account_id,order_id,sequence,body,packed,created_at,epoch,transaction_id,row}');
