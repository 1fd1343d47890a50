CREATE TYPE locale AS ENUM ('ru', 'en');
CREATE TYPE message_kind AS ENUM ('accepted', 'on_the_way', 'near', 'code', 'failed', 'delivered', 'window_moved');
CREATE TYPE message_state AS ENUM ('pending', 'sent', 'failed', 'dropped', 'recorded');

ALTER TABLE accounts
  ADD COLUMN message_kinds message_kind[] NOT NULL DEFAULT '{}',
  ADD COLUMN message_texts jsonb,
  ADD COLUMN message_locale locale NOT NULL DEFAULT 'ru',
  ADD COLUMN quiet_from smallint,
  ADD COLUMN quiet_until smallint,
  ADD COLUMN message_cap smallint NOT NULL DEFAULT 6,
  ADD CONSTRAINT quiet_hours_are_minutes_of_a_day CHECK (quiet_from BETWEEN 0 AND 1439
    AND quiet_until BETWEEN 0 AND 1439 AND (quiet_from IS NULL) = (quiet_until IS NULL)),
  ADD CONSTRAINT phone_gets_1_to_50_messages_a_day CHECK (message_cap BETWEEN 1 AND 50);

ALTER TABLE orders ADD COLUMN notify boolean, ADD COLUMN locale locale;
ALTER TABLE order_stops ADD COLUMN notify boolean, ADD COLUMN locale locale;

CREATE TABLE recipient_messages (
  id bigserial PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders (id) ON DELETE CASCADE ON UPDATE CASCADE,
  position smallint NOT NULL,
  account_id uuid NOT NULL,
  mode mode NOT NULL,
  kind message_kind NOT NULL,
  occurrence smallint NOT NULL,
  key uuid NOT NULL DEFAULT gen_random_uuid(),
  state message_state NOT NULL DEFAULT 'pending',
  run_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  leased_until timestamptz(3),
  claim integer NOT NULL DEFAULT 0,
  attempts smallint NOT NULL DEFAULT 0,
  phone text,
  locale locale,
  text text,
  composed_at timestamptz(3),
  arrives_until timestamptz(3),
  reason text,
  status smallint,
  answer text,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  CONSTRAINT message_is_to_a_dropoff CHECK (position > 0),
  CONSTRAINT message_has_at_most_five_tries CHECK (attempts <= 5),
  CONSTRAINT sent_message_has_a_text CHECK (state NOT IN ('sent', 'failed', 'recorded') OR text IS NOT NULL),
  CONSTRAINT test_mode_sends_no_message CHECK (mode = 'live' OR state NOT IN ('sent', 'failed'))
) WITH (fillfactor=70);
CREATE UNIQUE INDEX one_message_per_occurrence ON recipient_messages (order_id, position, kind, occurrence);
CREATE INDEX messages_newest_first ON recipient_messages (account_id, mode, id DESC);
CREATE INDEX messages_by_age ON recipient_messages (created_at);
CREATE INDEX pending_messages ON recipient_messages (run_at) WHERE state = 'pending';
CREATE INDEX messages_to_phone ON recipient_messages (account_id, phone, composed_at) WHERE phone IS NOT NULL;

CREATE TABLE message_opt_outs (
  phone_hash bytea NOT NULL,
  mode mode NOT NULL,
  shop text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (phone_hash, mode, shop),
  CONSTRAINT phone_hash_is_sha256 CHECK (octet_length(phone_hash) = 32)
);
