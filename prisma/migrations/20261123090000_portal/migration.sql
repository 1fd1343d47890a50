-- People: what they are called, and in which language letters reach them.
ALTER TABLE "users"
  ADD COLUMN "name" TEXT,
  ADD COLUMN "locale" TEXT,
  ADD CONSTRAINT "person_name_has_1_to_100_characters" CHECK (char_length("name") BETWEEN 1 AND 100),
  ADD CONSTRAINT "person_locale_is_known" CHECK ("locale" IN ('ru', 'en'));

-- Where somebody is signed in. A session without a row, or with one that has ended, lets nobody in.
CREATE TABLE "user_sessions" (
  "id" UUID PRIMARY KEY,
  "user_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "signed_in_at" TIMESTAMPTZ(3) NOT NULL,
  "used_at" TIMESTAMPTZ(3) NOT NULL,
  "ended_at" TIMESTAMPTZ(3),
  "network" TEXT NOT NULL,
  "agent" TEXT NOT NULL,
  "way_in" TEXT NOT NULL,
  CONSTRAINT "session_agent_has_at_most_300_characters" CHECK (char_length("agent") <= 300),
  CONSTRAINT "session_way_in_is_known" CHECK ("way_in" IN ('password', 'passkey', 'oidc', 'link'))
);
CREATE INDEX "sessions_of_person" ON "user_sessions" ("user_id", "used_at" DESC);
CREATE INDEX "sessions_by_use" ON "user_sessions" ("used_at");

-- Passkeys (WebAuthn): the public halves.
CREATE TABLE "passkeys" (
  "id" UUID NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY,
  "user_id" UUID NOT NULL REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "credential_id" BYTEA NOT NULL,
  "public_key" BYTEA NOT NULL,
  "counter" BIGINT NOT NULL,
  "transports" TEXT[] NOT NULL,
  "name" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "last_used_at" TIMESTAMPTZ(3),
  CONSTRAINT "passkey_name_has_1_to_64_characters" CHECK (char_length("name") BETWEEN 1 AND 64)
);
CREATE UNIQUE INDEX "one_passkey_per_credential" ON "passkeys" ("credential_id");
CREATE INDEX "passkeys_of_person" ON "passkeys" ("user_id", "created_at");

-- Orders that an account places again and again, as the order form holds them.
CREATE TABLE "order_templates" (
  "id" UUID NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY,
  "account_id" UUID NOT NULL REFERENCES "accounts" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "name" TEXT NOT NULL,
  "draft" JSONB NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "template_name_has_1_to_64_characters" CHECK (char_length("name") BETWEEN 1 AND 64)
);
CREATE UNIQUE INDEX "one_template_per_name" ON "order_templates" ("account_id", "name");

-- How an order of test mode goes on: without its courier's place, or with the courier standing still for a while.
ALTER TABLE "rehearsals"
  ADD COLUMN "is_silent" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "held_until" TIMESTAMPTZ(3);

-- The headers of a call, without its key; and from where a key was last used, for what.
ALTER TABLE "logged_requests" ADD COLUMN "request_headers" TEXT;
ALTER TABLE "api_keys"
  ADD COLUMN "last_network" TEXT,
  ADD COLUMN "last_route" TEXT;

-- The days of the log that are made from now on count failures over time within their index.
CREATE OR REPLACE FUNCTION make_logged_requests_day(day date) RETURNS void LANGUAGE plpgsql AS $$
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
  EXECUTE format('CREATE INDEX ON %I (account_id, mode, id DESC, key_id, requested_at, method, status)', partition);
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
