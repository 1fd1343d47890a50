-- What prisma/schema.prisma describes, and what it cannot express: checks named by their meaning, partial indexes, an
-- unlogged table, partitions, functions and triggers. The rows at the end are what a new database begins with.

CREATE TYPE mode AS ENUM ('live', 'test');
CREATE TYPE order_status AS ENUM ('new', 'assigned', 'in_progress', 'delivered', 'cancelled');
CREATE TYPE cargo_size AS ENUM ('S', 'M', 'L', 'XL');
CREATE TYPE routing_mode AS ENUM ('sequential', 'parallel');
CREATE TYPE payment_type AS ENUM ('cash', 'card');
CREATE TYPE contact_type AS ENUM ('phone', 'whatsapp', 'telegram');
CREATE TYPE user_role AS ENUM ('owner', 'staff', 'operator');
CREATE TYPE transport_type AS ENUM ('foot', 'bike', 'car', 'van');
CREATE TYPE refusal_reason AS ENUM ('handed_back', 'not_accepted', 'too_far', 'too_large', 'vehicle_problem',
  'no_time', 'other');
CREATE TYPE person_token_kind AS ENUM ('invitation', 'password_reset');
CREATE TYPE webhook_disabled_reason AS ENUM ('paused', 'gone', 'failing');
CREATE TYPE webhook_delivery_state AS ENUM ('pending', 'succeeded', 'failed');
CREATE TYPE undeliverable_action AS ENUM ('return', 'leave', 'ask');
CREATE TYPE failure_code AS ENUM ('recipient_absent', 'refused', 'wrong_address', 'no_access', 'damaged',
  'code_failed', 'payment_problem', 'other');
CREATE TYPE code_check AS ENUM ('matched', 'overridden');
CREATE TYPE return_state AS ENUM ('pending', 'on_the_way', 'returned');
CREATE TYPE charge_type AS ENUM ('cancellation', 'waiting', 'return', 'adjustment');
CREATE TYPE proof_kind AS ENUM ('photo', 'signature');
CREATE TYPE cash_kind AS ENUM ('issued', 'paid', 'handed_in');
CREATE TYPE feedback AS ENUM ('fine', 'problem');
CREATE TYPE exception_kind AS ENUM ('silent_courier', 'courier_not_found', 'not_accepted', 'late', 'at_door',
  'question', 'going_back', 'webhook_failing');
CREATE TYPE recipient_request AS ENUM ('come_again', 'leave', 'later');

-- events.epoch defaults to its epoch.
CREATE TABLE journal (
  id integer PRIMARY KEY DEFAULT 1,
  epoch integer NOT NULL DEFAULT 1,
  system_identifier bigint NOT NULL,
  timeline integer NOT NULL DEFAULT 1,
  CONSTRAINT journal_has_one_row CHECK (id = 1)
);

CREATE FUNCTION journal_epoch() RETURNS integer LANGUAGE sql STABLE AS 'SELECT epoch FROM journal WHERE id = 1';

CREATE TABLE accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  email text,
  is_customer boolean NOT NULL DEFAULT true,
  disabled_at timestamptz(3),
  rate_limit_per_minute integer DEFAULT 300,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  time_zone text NOT NULL DEFAULT 'Europe/Moscow',
  proof_photo boolean NOT NULL DEFAULT false,
  proof_code boolean NOT NULL DEFAULT false,
  proof_signature boolean NOT NULL DEFAULT false,
  proof_days integer NOT NULL DEFAULT 90,
  waiting_minutes integer NOT NULL DEFAULT 10,
  answer_minutes integer NOT NULL DEFAULT 15,
  unanswered_action undeliverable_action NOT NULL DEFAULT 'return',
  brand_name text,
  accent text,
  logo text,
  contact_phone text,
  contact_url text,
  phone_country text NOT NULL DEFAULT 'RU',
  recipient_decides boolean NOT NULL DEFAULT false,
  CONSTRAINT rate_limit_is_positive CHECK (rate_limit_per_minute > 0),
  CONSTRAINT proof_is_kept_1_to_3650_days CHECK (proof_days BETWEEN 1 AND 3650),
  CONSTRAINT courier_waits_at_most_two_hours CHECK (waiting_minutes BETWEEN 0 AND 120),
  CONSTRAINT answer_is_awaited_1_minute_to_a_day CHECK (answer_minutes BETWEEN 1 AND 1440),
  CONSTRAINT unanswered_question_gets_an_answer CHECK (unanswered_action <> 'ask'),
  CONSTRAINT brand_name_has_1_to_60_characters CHECK (char_length(brand_name) BETWEEN 1 AND 60),
  CONSTRAINT accent_is_a_color CHECK (accent ~ '^#[0-9a-f]{6}$'),
  CONSTRAINT logo_is_a_sha256 CHECK (logo ~ '^[0-9a-f]{64}$'),
  CONSTRAINT contact_phone_is_e164 CHECK (contact_phone ~ '^\+[1-9][0-9]{6,14}$'),
  CONSTRAINT contact_url_is_https CHECK (contact_url LIKE 'https://%' AND char_length(contact_url) <= 500),
  CONSTRAINT phone_country_is_alpha_2 CHECK (phone_country ~ '^[A-Z]{2}$')
);

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid REFERENCES accounts ON UPDATE CASCADE ON DELETE SET NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  role user_role NOT NULL,
  disabled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  name text,
  locale text,
  oidc_identity text,
  CONSTRAINT staff_belong_to_an_account CHECK (role = 'operator' OR account_id IS NOT NULL),
  CONSTRAINT email_is_lower_case CHECK (email = lower(email)),
  CONSTRAINT person_name_has_1_to_100_characters CHECK (char_length(name) BETWEEN 1 AND 100),
  CONSTRAINT person_locale_is_known CHECK (locale IN ('ru', 'en'))
);
CREATE UNIQUE INDEX one_user_per_email ON users (email);
CREATE INDEX people_of_account ON users (account_id, created_at);
CREATE UNIQUE INDEX one_user_per_oidc_identity ON users (oidc_identity);

CREATE TABLE api_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  mode mode NOT NULL,
  name text NOT NULL,
  key_hash bytea NOT NULL,
  prefix text NOT NULL,
  last_four text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  created_by_id uuid,
  last_network text,
  last_route text,
  CONSTRAINT key_hash_is_sha256 CHECK (octet_length(key_hash) = 32)
);
CREATE UNIQUE INDEX one_key_per_hash ON api_keys (key_hash);
CREATE INDEX keys_of_account ON api_keys (account_id, created_at);

CREATE TABLE tariffs (
  id serial PRIMARY KEY,
  base_price numeric(12,2) NOT NULL,
  first_threshold_km numeric(9,3) NOT NULL,
  band_width_km numeric(9,3) NOT NULL,
  band_step numeric(12,2) NOT NULL,
  max_threshold_km numeric(9,3) NOT NULL,
  per_km_over numeric(12,2) NOT NULL,
  cargo_size_step_fee numeric(12,2) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  cancellation_fee_assigned numeric(12,2) NOT NULL DEFAULT 0,
  cancellation_fee_arrived numeric(12,2) NOT NULL DEFAULT 0,
  waiting_free_minutes integer NOT NULL DEFAULT 10,
  waiting_per_minute numeric(12,2) NOT NULL DEFAULT 0,
  return_percent integer NOT NULL DEFAULT 0,
  courier_percent integer NOT NULL DEFAULT 0,
  CONSTRAINT tariff_is_usable CHECK (base_price >= 0 AND band_step >= 0 AND per_km_over >= 0
    AND cargo_size_step_fee >= 0 AND first_threshold_km > 0 AND band_width_km > 0
    AND max_threshold_km >= first_threshold_km),
  CONSTRAINT fees_are_not_negative CHECK (cancellation_fee_assigned >= 0 AND cancellation_fee_arrived >= 0
    AND waiting_free_minutes >= 0 AND waiting_per_minute >= 0 AND return_percent >= 0),
  CONSTRAINT courier_gets_part_of_the_price CHECK (courier_percent BETWEEN 0 AND 100)
);

CREATE TABLE quotes (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  mode mode NOT NULL,
  trip_key text NOT NULL,
  routing_mode routing_mode NOT NULL,
  price numeric(12,2) NOT NULL,
  distance_meters integer NOT NULL,
  duration_seconds integer NOT NULL,
  tariff_id integer NOT NULL,
  legs jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  routing text NOT NULL,
  return_price numeric(12,2) NOT NULL DEFAULT 0,
  return_distance_meters integer,
  return_duration_seconds integer,
  CONSTRAINT quote_expires_after_issue CHECK (expires_at > created_at),
  CONSTRAINT quote_price_is_not_negative CHECK (price >= 0),
  CONSTRAINT routing_is_known CHECK (routing IN ('roads', 'estimate'))
);
CREATE INDEX quotes_by_expiry ON quotes (expires_at);

CREATE TABLE couriers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  phone text NOT NULL,
  transport_type transport_type NOT NULL,
  make text,
  model text,
  color text,
  number text,
  is_simulated boolean NOT NULL DEFAULT false,
  disabled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  device_hash bytea,
  link_hash bytea,
  mode mode NOT NULL DEFAULT 'live',
  on_shift_since timestamptz(3),
  CONSTRAINT test_couriers_are_simulated CHECK (mode = 'live' OR is_simulated),
  CONSTRAINT courier_secrets_are_sha256 CHECK (octet_length(link_hash) = 32 AND octet_length(device_hash) = 32)
);
CREATE UNIQUE INDEX one_courier_per_link ON couriers (link_hash);
CREATE UNIQUE INDEX one_courier_per_device ON couriers (device_hash);

CREATE TABLE orders (
  id bigserial PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  mode mode NOT NULL,
  external_order_id text COLLATE "C" NOT NULL,
  order_code text NOT NULL,
  status order_status NOT NULL DEFAULT 'new',
  cargo_size cargo_size NOT NULL,
  routing_mode routing_mode NOT NULL,
  payment_type payment_type NOT NULL,
  payment_amount numeric(12,2),
  delivery_time timestamptz(3),
  comment text,
  price numeric(12,2),
  distance_meters integer NOT NULL,
  duration_seconds integer NOT NULL,
  tariff_id integer NOT NULL,
  quote_id uuid,
  tracking_token text,
  courier_id uuid REFERENCES couriers ON UPDATE CASCADE ON DELETE SET NULL,
  cancel_reason text,
  cancel_comment text,
  fingerprint bytea NOT NULL,
  event_sequence integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  delivered_at timestamptz(3),
  accepted_at timestamptz(3),
  arrived_at timestamptz(3),
  dispatch_at timestamptz(3) NOT NULL,
  courier_lost_at timestamptz(3),
  courier_not_found_at timestamptz(3),
  if_undeliverable undeliverable_action NOT NULL DEFAULT 'ask',
  return_price numeric(12,2) NOT NULL DEFAULT 0,
  return_distance_meters integer,
  return_duration_seconds integer,
  return_state return_state,
  return_started_at timestamptz(3),
  return_arrived_at timestamptz(3),
  returned_at timestamptz(3),
  charges numeric(12,2) NOT NULL DEFAULT 0,
  takeover_from_id uuid REFERENCES couriers,
  takeover_latitude double precision,
  takeover_longitude double precision,
  takeover_since timestamptz(3),
  promised_until timestamptz(3),
  routing text,
  CONSTRAINT comment_has_at_most_2000_characters CHECK (char_length(comment) <= 2000),
  CONSTRAINT cancel_reason_has_at_most_255_characters CHECK (char_length(cancel_reason) <= 255),
  CONSTRAINT cancel_comment_has_at_most_2000_characters CHECK (char_length(cancel_comment) <= 2000),
  CONSTRAINT order_amounts_are_not_negative CHECK (price >= 0 AND payment_amount >= 0),
  CONSTRAINT delivered_has_time CHECK ((status = 'delivered') = (delivered_at IS NOT NULL)),
  CONSTRAINT cancelled_has_reason CHECK ((status = 'cancelled') = (cancel_reason IS NOT NULL)),
  CONSTRAINT new_order_has_no_courier CHECK (status <> 'new' OR courier_id IS NULL),
  CONSTRAINT moving_order_has_courier CHECK (status IN ('new', 'assigned', 'cancelled') OR courier_id IS NOT NULL),
  CONSTRAINT only_an_order_with_a_courier_is_accepted CHECK (accepted_at IS NULL OR courier_id IS NOT NULL),
  CONSTRAINT external_order_id_has_1_to_128_characters CHECK (char_length(external_order_id) BETWEEN 1 AND 128),
  CONSTRAINT return_price_is_not_negative CHECK (return_price >= 0),
  CONSTRAINT return_has_its_times CHECK ((return_state IN ('on_the_way', 'returned')) IS NOT DISTINCT FROM (CASE WHEN
    return_state IS NULL THEN NULL ELSE return_started_at IS NOT NULL END)
    AND (coalesce(return_state = 'returned', false)) = (returned_at IS NOT NULL)),
  CONSTRAINT returning_order_has_courier CHECK (return_state IS NULL OR courier_id IS NOT NULL),
  CONSTRAINT takeover_says_from_whom_where_and_since_when CHECK (num_nulls(takeover_from_id, takeover_latitude,
    takeover_longitude, takeover_since) IN (0, 4)),
  CONSTRAINT takeover_is_from_somebody_else CHECK (takeover_from_id <> courier_id),
  CONSTRAINT takeover_is_of_carried_goods CHECK (takeover_from_id IS NULL OR (courier_id IS NOT NULL
    AND (status = 'in_progress' OR coalesce(return_state = 'on_the_way', false)))),
  CONSTRAINT order_routing_is_known CHECK (routing IN ('roads', 'estimate'))
);
CREATE UNIQUE INDEX one_order_per_code ON orders (order_code);
CREATE UNIQUE INDEX one_order_per_tracking_token ON orders (tracking_token);
CREATE INDEX orders_without_courier ON orders (mode, dispatch_at, id)
  WHERE status IN ('new', 'assigned') AND courier_id IS NULL;
-- Operators see the open orders of every account, which are few.
CREATE INDEX open_orders ON orders (mode, id) WHERE status IN ('new', 'assigned', 'in_progress');
CREATE UNIQUE INDEX one_order_per_external_id ON orders (account_id, mode, external_order_id);
CREATE INDEX orders_newest_first ON orders (account_id, mode, created_at DESC, id DESC);
CREATE INDEX orders_by_status ON orders (account_id, mode, status, created_at DESC, id DESC);
CREATE UNIQUE INDEX one_active_order_per_courier ON orders (courier_id)
  WHERE status IN ('assigned', 'in_progress') OR return_state = 'on_the_way';
-- A courier's finished orders: what they earned today, and the last one that somebody else ended.
CREATE INDEX finished_orders_of_courier ON orders (courier_id, updated_at) WHERE status IN ('delivered', 'cancelled');
-- For the courier who gives the goods to another one.
CREATE INDEX takeovers_by_courier ON orders (takeover_from_id) WHERE takeover_from_id IS NOT NULL;
-- What an account's couriers carry, for its board and its overview. Without it, PostgreSQL may look for these few among
-- all orders of the account.
CREATE INDEX carried_orders ON orders (account_id, mode)
  WHERE status IN ('assigned', 'in_progress') OR return_state = 'on_the_way';
-- For the count that operators see on each page. Orders by road are not in it.
CREATE INDEX orders_priced_by_estimate ON orders (created_at) WHERE routing = 'estimate';

CREATE TABLE order_stops (
  order_id bigint NOT NULL REFERENCES orders ON UPDATE CASCADE ON DELETE CASCADE,
  position smallint NOT NULL,
  account_id uuid NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  area text NOT NULL,
  street text NOT NULL,
  building text NOT NULL,
  apartment bigint,
  entrance bigint,
  floor bigint,
  intercom text,
  instructions text,
  contact_value text NOT NULL,
  contact_name text,
  contact_type contact_type NOT NULL,
  cargo_size cargo_size,
  payment_type payment_type,
  payment_amount numeric(12,2),
  doorstep boolean NOT NULL DEFAULT true,
  tracking_token text,
  distance_meters integer,
  duration_seconds integer,
  price numeric(12,2),
  geometry text,
  arrived_at timestamptz(3),
  delivered_at timestamptz(3),
  proof_photo boolean,
  proof_code boolean,
  proof_signature boolean,
  failed_at timestamptz(3),
  failure_code failure_code,
  failure_comment text,
  calls smallint NOT NULL DEFAULT 0,
  attempts smallint NOT NULL DEFAULT 0,
  resolution undeliverable_action,
  answer_until timestamptz(3),
  code_tries smallint NOT NULL DEFAULT 0,
  code_check code_check,
  code_overridden_by text,
  code_override_reason text,
  signer_name text,
  handed_latitude double precision,
  handed_longitude double precision,
  waiting_from timestamptz(3),
  wrong_code_tap text,
  recipient_note text,
  recipient_note_at timestamptz(3),
  recipient_note_seen_at timestamptz(3),
  feedback feedback,
  feedback_text text,
  feedback_at timestamptz(3),
  feedback_settled_at timestamptz(3),
  recipient_request recipient_request,
  recipient_request_at timestamptz(3),
  recipient_decided boolean NOT NULL DEFAULT false,
  search_words tsvector NOT NULL DEFAULT ''::tsvector,
  PRIMARY KEY (order_id, position),
  CONSTRAINT one_pickup_and_at_most_ten_dropoffs CHECK (position BETWEEN 0 AND 10),
  CONSTRAINT latitude_is_on_earth CHECK (latitude BETWEEN -90 AND 90),
  CONSTRAINT longitude_is_on_earth CHECK (longitude BETWEEN -180 AND 180),
  CONSTRAINT intercom_has_at_most_64_characters CHECK (char_length(intercom) <= 64),
  CONSTRAINT instructions_have_at_most_1000_characters CHECK (char_length(instructions) <= 1000),
  CONSTRAINT stop_amounts_are_not_negative CHECK (price >= 0 AND payment_amount >= 0),
  CONSTRAINT each_dropoff_ends_a_leg CHECK ((position = 0) = (price IS NULL)
    AND (position = 0) = (distance_meters IS NULL) AND (position = 0) = (duration_seconds IS NULL)
    AND (position = 0) = (geometry IS NULL)),
  CONSTRAINT stop_is_not_done_and_failed CHECK (delivered_at IS NULL OR failed_at IS NULL),
  CONSTRAINT failed_stop_says_why_and_what_now CHECK ((failed_at IS NULL) = (failure_code IS NULL)
    AND (failed_at IS NULL) = (resolution IS NULL)),
  CONSTRAINT open_question_ends CHECK (coalesce(resolution = 'ask', false) = (answer_until IS NOT NULL)),
  CONSTRAINT failure_comment_has_at_most_1000_characters CHECK (char_length(failure_comment) <= 1000),
  CONSTRAINT code_override_says_who_and_why CHECK (coalesce(code_check = 'overridden', false) = (code_overridden_by
    IS NOT NULL AND code_override_reason IS NOT NULL)),
  CONSTRAINT signer_name_has_at_most_200_characters CHECK (char_length(signer_name) <= 200),
  CONSTRAINT tap_id_has_1_to_64_characters CHECK (char_length(wrong_code_tap) BETWEEN 1 AND 64),
  CONSTRAINT recipient_note_has_1_to_500_characters CHECK (char_length(recipient_note) BETWEEN 1 AND 500),
  CONSTRAINT recipient_note_has_its_time CHECK ((recipient_note IS NULL) = (recipient_note_at IS NULL)),
  CONSTRAINT feedback_text_has_at_most_1000_characters CHECK (char_length(feedback_text) <= 1000),
  CONSTRAINT feedback_has_its_time CHECK ((feedback IS NULL) = (feedback_at IS NULL)),
  CONSTRAINT problems_are_settled CHECK (feedback_settled_at IS NULL OR feedback = 'problem'),
  CONSTRAINT recipient_request_has_its_time CHECK ((recipient_request IS NULL) = (recipient_request_at IS NULL)),
  CONSTRAINT recipient_decided_what_they_asked_for CHECK (NOT recipient_decided OR recipient_request IS NOT NULL)
);
CREATE UNIQUE INDEX one_dropoff_per_tracking_token ON order_stops (tracking_token);
-- Questions that wait for the shop's answer, for lists and for "needs attention".
CREATE INDEX open_questions ON order_stops (account_id, order_id) WHERE resolution = 'ask';
-- Problems that the shop has not settled, for "needs attention".
CREATE INDEX open_problems ON order_stops (account_id, order_id)
  WHERE feedback = 'problem' AND feedback_settled_at IS NULL;
-- New entries are gathered and added together, which costs a create less than half of adding each word by itself.
CREATE INDEX orders_by_word ON order_stops USING GIN (search_words) WHERE position = 0;

CREATE TABLE order_status_changes (
  id bigserial PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders ON UPDATE CASCADE ON DELETE CASCADE,
  account_id uuid NOT NULL,
  status order_status NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  actor_type text NOT NULL,
  actor_id text
);
CREATE UNIQUE INDEX each_status_once_per_order ON order_status_changes (order_id, status);

CREATE TABLE courier_positions (
  courier_id uuid PRIMARY KEY REFERENCES couriers ON UPDATE CASCADE ON DELETE CASCADE,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  heading double precision NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL,
  cell text NOT NULL,
  CONSTRAINT position_is_on_earth CHECK (latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180),
  CONSTRAINT heading_is_an_angle CHECK (heading >= 0 AND heading <= 360)
) WITH (fillfactor=50);
CREATE INDEX positions_by_cell ON courier_positions (cell);

CREATE TABLE events (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  mode mode NOT NULL,
  order_id bigint NOT NULL REFERENCES orders ON UPDATE CASCADE ON DELETE CASCADE,
  sequence integer NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  epoch integer NOT NULL DEFAULT journal_epoch(),
  transaction_id bigint NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
  "row" bigserial,
  CONSTRAINT sequence_counts_from_1 CHECK (sequence >= 1)
);
CREATE INDEX events_in_journal_order ON events (account_id, mode, epoch, transaction_id, "row");
CREATE UNIQUE INDEX one_event_per_order_sequence ON events (order_id, sequence);
-- The newest transactions' events, for the gauge of how far the journal is behind.
CREATE INDEX events_by_transaction ON events USING BRIN (transaction_id) WITH (autosummarize = on);
-- For the clean-up, which otherwise reads all events each hour.
CREATE INDEX events_by_age ON events (created_at);

CREATE TABLE order_positions (
  order_id bigint NOT NULL REFERENCES orders ON UPDATE CASCADE ON DELETE CASCADE,
  recorded_at timestamptz(3) NOT NULL,
  courier_id uuid NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  heading double precision NOT NULL,
  PRIMARY KEY (order_id, recorded_at),
  CONSTRAINT past_position_is_on_earth CHECK (latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180),
  CONSTRAINT past_heading_is_an_angle CHECK (heading >= 0 AND heading <= 360)
);
CREATE INDEX order_positions_by_age ON order_positions (recorded_at);

CREATE TABLE dispatch_refusals (
  order_id bigint NOT NULL REFERENCES orders ON UPDATE CASCADE ON DELETE CASCADE,
  courier_id uuid NOT NULL REFERENCES couriers ON UPDATE CASCADE ON DELETE CASCADE,
  reason refusal_reason NOT NULL,
  refused_at timestamptz(3) NOT NULL,
  PRIMARY KEY (order_id, courier_id)
);

CREATE TABLE jobs (
  id bigserial PRIMARY KEY,
  kind text NOT NULL,
  key text NOT NULL,
  run_at timestamptz(3) NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  claim integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  finished_at timestamptz(3),
  is_dead boolean NOT NULL DEFAULT false,
  CONSTRAINT dead_job_is_finished CHECK (NOT is_dead OR finished_at IS NOT NULL)
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.01);
CREATE UNIQUE INDEX one_waiting_job_per_key ON jobs (kind, key) WHERE finished_at IS NULL;
CREATE INDEX jobs_by_time ON jobs (run_at) WHERE finished_at IS NULL;
CREATE INDEX jobs_by_end ON jobs (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE schedule_slots (
  name text NOT NULL,
  slot timestamptz(3) NOT NULL,
  PRIMARY KEY (name, slot)
);

CREATE TABLE sign_in_attempts (
  id text PRIMARY KEY,
  tries integer NOT NULL,
  blocked_until timestamptz(3) NOT NULL,
  tried_at timestamptz(3) NOT NULL,
  CONSTRAINT attempt_is_of_a_hash CHECK (id ~ '^[0-9a-f]{64}$'),
  CONSTRAINT tries_count_from_1 CHECK (tries >= 1)
);
CREATE INDEX sign_in_attempts_by_age ON sign_in_attempts (tried_at);

CREATE TABLE saved_addresses (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  name text NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  area text NOT NULL,
  street text NOT NULL,
  building text NOT NULL,
  apartment bigint,
  entrance bigint,
  floor bigint,
  intercom text,
  instructions text,
  contact_value text NOT NULL,
  contact_name text,
  contact_type contact_type NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT saved_place_is_on_earth CHECK (latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180)
);
CREATE UNIQUE INDEX one_saved_address_per_name ON saved_addresses (account_id, name);

CREATE TABLE person_tokens (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind person_token_kind NOT NULL,
  token_hash bytea NOT NULL,
  email text NOT NULL,
  account_id uuid REFERENCES accounts ON UPDATE CASCADE ON DELETE SET NULL,
  role user_role,
  user_id uuid REFERENCES users ON UPDATE CASCADE ON DELETE CASCADE,
  created_by_id uuid,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT person_token_hash_is_sha256 CHECK (octet_length(token_hash) = 32),
  CONSTRAINT invitation_names_account_and_role CHECK (kind <> 'invitation' OR (account_id IS NOT NULL
    AND role IN ('owner', 'staff') AND user_id IS NULL)),
  CONSTRAINT reset_names_a_person CHECK (kind <> 'password_reset' OR user_id IS NOT NULL),
  CONSTRAINT person_token_expires_after_issue CHECK (expires_at > created_at)
);
CREATE UNIQUE INDEX one_person_token_per_hash ON person_tokens (token_hash);
CREATE INDEX invitations_of_account ON person_tokens (account_id, created_at);
CREATE INDEX person_tokens_by_expiry ON person_tokens (expires_at);
-- One open invitation per address: a second one takes the place of the first.
CREATE UNIQUE INDEX one_invitation_per_email ON person_tokens (account_id, email) WHERE kind = 'invitation';

CREATE TABLE logged_requests (
  id bigserial,
  account_id uuid NOT NULL,
  mode mode NOT NULL,
  key_id uuid NOT NULL,
  request_id text NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  route text NOT NULL,
  status smallint NOT NULL,
  duration_ms double precision NOT NULL,
  error_id text,
  external_order_id text,
  request_body text,
  response_body text,
  request_headers text
) PARTITION BY RANGE (requested_at);

-- Long bodies cost a third of pglz's time. Not every server is built with it.
DO $$
BEGIN
  ALTER TABLE logged_requests ALTER COLUMN request_body SET COMPRESSION lz4,
                                ALTER COLUMN response_body SET COMPRESSION lz4;
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

CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  mode mode NOT NULL,
  url text NOT NULL,
  description text NOT NULL DEFAULT '',
  event_types text[] NOT NULL,
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  header_names text[] DEFAULT ARRAY[]::text[],
  header_values bytea,
  disabled_at timestamptz(3),
  disabled_reason webhook_disabled_reason,
  failing_since timestamptz(3),
  last_failure_at timestamptz(3),
  created_by_id uuid,
  created_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  CONSTRAINT endpoint_takes_some_event CHECK (cardinality(event_types) > 0),
  CONSTRAINT endpoint_address_is_http CHECK (url ~ '^https?://' AND char_length(url) <= 2048),
  CONSTRAINT endpoint_description_is_short CHECK (char_length(description) <= 200),
  CONSTRAINT disabled_endpoint_has_reason CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  CONSTRAINT previous_secret_has_end CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL))
);
CREATE INDEX endpoints_of_account ON webhook_endpoints (account_id, mode);

CREATE TABLE webhook_deliveries (
  id bigserial PRIMARY KEY,
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON UPDATE CASCADE ON DELETE CASCADE,
  account_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  order_id bigint,
  body text,
  is_test boolean NOT NULL DEFAULT false,
  state webhook_delivery_state NOT NULL DEFAULT 'pending',
  run_at timestamptz(3) NOT NULL,
  leased_until timestamptz(3),
  claim integer NOT NULL DEFAULT 0,
  tries integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  CONSTRAINT finished_delivery_has_time CHECK ((state = 'pending') = (finished_at IS NULL)),
  CONSTRAINT only_a_waiting_delivery_is_leased CHECK (leased_until IS NULL OR state = 'pending')
);
CREATE INDEX deliveries_newest_first ON webhook_deliveries (endpoint_id, id DESC);
CREATE INDEX deliveries_by_age ON webhook_deliveries (created_at);
CREATE UNIQUE INDEX one_delivery_per_event_and_endpoint ON webhook_deliveries (endpoint_id, event_id);
-- What may be claimed, the longest due first.
CREATE INDEX deliveries_waiting ON webhook_deliveries (endpoint_id, run_at) WHERE state = 'pending';
-- Of where an order's courier is only the newest waits: each takes the place of the one before it.
CREATE UNIQUE INDEX one_position_per_order_and_endpoint ON webhook_deliveries (endpoint_id, order_id)
  WHERE event_type = 'driver.location_updated' AND NOT is_test;

CREATE TABLE webhook_attempts (
  delivery_id bigint NOT NULL REFERENCES webhook_deliveries ON UPDATE CASCADE ON DELETE CASCADE,
  number integer NOT NULL,
  endpoint_id uuid NOT NULL,
  attempted_at timestamptz(3) NOT NULL,
  status smallint,
  duration_ms integer NOT NULL,
  signature text NOT NULL,
  response text,
  failure text,
  detail text,
  PRIMARY KEY (delivery_id, number),
  CONSTRAINT attempts_count_from_one CHECK (number >= 1),
  CONSTRAINT recorded_response_is_short CHECK (octet_length(response) <= 16384)
);
CREATE INDEX attempts_of_endpoint ON webhook_attempts (endpoint_id, attempted_at);

-- Half of each page stays free, so that a new version of a row finds room beside the old one.
CREATE UNLOGGED TABLE rate_limit_windows (
  id text PRIMARY KEY,
  second bigint NOT NULL,
  counts integer[] NOT NULL,
  is_allowed boolean NOT NULL
) WITH (fillfactor=50);

-- The row that readiness rewrites to learn whether the database takes writes.
CREATE TABLE write_checks (
  id smallint PRIMARY KEY DEFAULT 1,
  checked_at timestamptz(6) NOT NULL,
  CONSTRAINT one_write_check CHECK (id = 1)
);

-- How many times longer driving takes than on empty streets, by hour; the newest row is in force.
CREATE TABLE travel_factors (
  id serial PRIMARY KEY,
  weekday double precision[] NOT NULL,
  weekend double precision[] NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT a_factor_for_each_hour CHECK (cardinality(weekday) = 24 AND cardinality(weekend) = 24),
  CONSTRAINT factors_are_plausible CHECK (0.5 <= ALL (weekday) AND 5 >= ALL (weekday) AND 0.5 <= ALL (weekend)
    AND 5 >= ALL (weekend))
);

-- How the courier of an order drives it by road: to the pickup, and on to each dropoff.
CREATE TABLE order_ways (
  order_id bigint PRIMARY KEY REFERENCES orders ON UPDATE CASCADE ON DELETE CASCADE,
  courier_id uuid NOT NULL,
  places text NOT NULL,
  legs jsonb NOT NULL
);

-- The addresses of a city's extract, keyed by the city's version.
CREATE TABLE city_areas (
  version text NOT NULL,
  id integer NOT NULL,
  name text NOT NULL,
  name_ru text,
  name_en text,
  other_names text[],
  is_district boolean NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  PRIMARY KEY (version, id)
);

CREATE TABLE city_streets (
  version text NOT NULL,
  id integer NOT NULL,
  name text NOT NULL,
  name_ru text,
  name_en text,
  other_names text[],
  area_id integer,
  district_id integer,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  houses integer NOT NULL,
  PRIMARY KEY (version, id)
);

CREATE TABLE city_street_pieces (
  version text NOT NULL,
  id integer NOT NULL,
  street_id integer NOT NULL,
  from_latitude double precision NOT NULL,
  from_longitude double precision NOT NULL,
  to_latitude double precision NOT NULL,
  to_longitude double precision NOT NULL,
  cell bigint NOT NULL,
  PRIMARY KEY (version, id)
);
CREATE INDEX street_pieces_by_cell ON city_street_pieces (version, cell);

CREATE TABLE city_houses (
  version text NOT NULL,
  id integer NOT NULL,
  street_id integer NOT NULL,
  number integer NOT NULL,
  key text NOT NULL,
  label text NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  cell bigint NOT NULL,
  is_approximate boolean NOT NULL,
  PRIMARY KEY (version, id)
);
CREATE INDEX houses_along_street ON city_houses (version, street_id, number);
CREATE INDEX houses_by_cell ON city_houses (version, cell);

-- Where and how far couriers are sent. Each change is a row; nothing is ever overwritten.
CREATE TABLE service_areas (
  version integer PRIMARY KEY,
  is_on boolean NOT NULL,
  max_trip_meters integer,
  zones jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT versions_count_from_one CHECK (version > 0),
  CONSTRAINT longest_trip_in_range CHECK (max_trip_meters BETWEEN 1000 AND 100000000),
  CONSTRAINT an_area_that_is_on_has_zones CHECK (NOT is_on OR jsonb_array_length(zones) > 0)
);

-- Duties of which one process at a time takes care. A process only ever updates the row, so asking for a lease that
-- another one holds writes nothing.
CREATE TABLE leases (
  name text PRIMARY KEY,
  holder uuid NOT NULL,
  held_until timestamptz(3) NOT NULL
);

CREATE TABLE order_charges (
  id bigserial PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders ON UPDATE CASCADE ON DELETE CASCADE,
  account_id uuid NOT NULL,
  type charge_type NOT NULL,
  amount numeric(12,2) NOT NULL,
  at timestamptz(3) NOT NULL,
  why text NOT NULL,
  -- The stop that was waited at.
  position smallint,
  CONSTRAINT only_adjustments_are_negative CHECK (amount > 0 OR (type = 'adjustment' AND amount <> 0)),
  CONSTRAINT waiting_was_at_a_stop CHECK ((type = 'waiting') = (position IS NOT NULL)),
  CONSTRAINT why_has_1_to_500_characters CHECK (char_length(why) BETWEEN 1 AND 500)
);
CREATE INDEX charges_of_order ON order_charges (order_id, id);
CREATE UNIQUE INDEX each_charge_once ON order_charges (order_id, type, coalesce(position, -1))
  WHERE type <> 'adjustment';

CREATE TABLE proof_files (
  id uuid PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders ON UPDATE CASCADE ON DELETE CASCADE,
  position smallint NOT NULL,
  account_id uuid NOT NULL,
  mode mode NOT NULL,
  courier_id uuid NOT NULL,
  kind proof_kind NOT NULL,
  object_key text NOT NULL,
  bytes integer NOT NULL,
  taken_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL,
  CONSTRAINT file_has_content CHECK (bytes > 0)
);
CREATE INDEX proof_files_of_order ON proof_files (order_id, position);
CREATE INDEX proof_files_by_age ON proof_files (account_id, received_at);

-- The cash that couriers hold for buyouts: what they were given, have paid at doors, and have handed in.
CREATE TABLE courier_cash (
  id bigserial PRIMARY KEY,
  courier_id uuid NOT NULL REFERENCES couriers,
  kind cash_kind NOT NULL,
  -- What it changes of the cash in hand: negative when it goes out.
  amount numeric(12,2) NOT NULL,
  order_id bigint REFERENCES orders ON UPDATE CASCADE ON DELETE SET NULL,
  position smallint,
  at timestamptz(3) NOT NULL,
  actor_type text NOT NULL,
  actor_id text,
  CONSTRAINT cash_comes_in_or_goes_out CHECK ((kind = 'issued') = (amount > 0) AND amount <> 0)
);
CREATE INDEX cash_of_courier ON courier_cash (courier_id, id);
CREATE INDEX cash_of_order ON courier_cash (order_id) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX each_buyout_is_paid_once ON courier_cash (order_id, position) WHERE kind = 'paid';

-- Orders of test mode that misbehave on purpose, or at another pace.
CREATE TABLE rehearsals (
  order_id bigint PRIMARY KEY REFERENCES orders ON UPDATE CASCADE ON DELETE CASCADE,
  account_id uuid NOT NULL,
  scenario text NOT NULL,
  -- How many times faster than in life; null for the usual pace of the sandbox.
  speed double precision,
  -- Whether it only moves by hand.
  is_manual boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  is_silent boolean NOT NULL DEFAULT false,
  held_until timestamptz(3),
  CONSTRAINT speed_is_1_to_600 CHECK (speed BETWEEN 1 AND 600)
);
CREATE INDEX rehearsals_of_account ON rehearsals (account_id, scenario, created_at DESC);

CREATE TABLE courier_messages (
  id bigserial PRIMARY KEY,
  courier_id uuid NOT NULL REFERENCES couriers ON UPDATE CASCADE ON DELETE CASCADE,
  text text NOT NULL,
  sent_by_id uuid,
  sent_at timestamptz(3) NOT NULL,
  read_at timestamptz(3),
  CONSTRAINT message_has_1_to_1000_characters CHECK (char_length(text) BETWEEN 1 AND 1000)
);
CREATE INDEX messages_of_courier ON courier_messages (courier_id, id);

CREATE TABLE push_subscriptions (
  id bigserial PRIMARY KEY,
  order_id bigint REFERENCES orders ON UPDATE CASCADE ON DELETE CASCADE,
  tracking_token text,
  courier_id uuid REFERENCES couriers ON UPDATE CASCADE ON DELETE CASCADE,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  locale text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  told_on_the_way_at timestamptz(3),
  told_near_at timestamptz(3),
  CONSTRAINT subscription_is_a_recipients_or_a_couriers CHECK ((order_id IS NULL) = (tracking_token IS NULL)
    AND (order_id IS NULL) <> (courier_id IS NULL)),
  CONSTRAINT push_endpoint_has_at_most_1000_characters CHECK (char_length(endpoint) BETWEEN 1 AND 1000),
  CONSTRAINT subscription_keys_are_short CHECK (char_length(p256dh) <= 200 AND char_length(auth) <= 100)
);
CREATE INDEX push_subscriptions_of_order ON push_subscriptions (order_id);
CREATE INDEX push_subscriptions_of_courier ON push_subscriptions (courier_id);
-- By the link, which an edit moves along with its recipient, and which may be revoked.
CREATE UNIQUE INDEX each_recipients_browser_once ON push_subscriptions (tracking_token, endpoint)
  WHERE tracking_token IS NOT NULL;
CREATE UNIQUE INDEX each_couriers_browser_once ON push_subscriptions (endpoint) WHERE courier_id IS NOT NULL;

CREATE TABLE handled_exceptions (
  id bigserial PRIMARY KEY,
  mode mode NOT NULL,
  kind exception_kind NOT NULL,
  subject text NOT NULL,
  action text NOT NULL,
  handled_at timestamptz(3) NOT NULL,
  handled_by_id uuid,
  quiet_until timestamptz(3) NOT NULL
);
CREATE INDEX handled_exceptions_newest_first ON handled_exceptions (mode, handled_at DESC);

-- Where somebody is signed in. A session without a row, or with one that has ended, lets nobody in.
CREATE TABLE user_sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON UPDATE CASCADE ON DELETE CASCADE,
  signed_in_at timestamptz(3) NOT NULL,
  used_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  network text NOT NULL,
  agent text NOT NULL,
  way_in text NOT NULL,
  CONSTRAINT session_agent_has_at_most_300_characters CHECK (char_length(agent) <= 300),
  CONSTRAINT session_way_in_is_known CHECK (way_in IN ('password', 'passkey', 'oidc', 'link'))
);
CREATE INDEX sessions_of_person ON user_sessions (user_id, used_at DESC);
CREATE INDEX sessions_by_use ON user_sessions (used_at);

-- Passkeys (WebAuthn): the public halves.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON UPDATE CASCADE ON DELETE CASCADE,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT passkey_name_has_1_to_64_characters CHECK (char_length(name) BETWEEN 1 AND 64)
);
CREATE UNIQUE INDEX one_passkey_per_credential ON passkeys (credential_id);
CREATE INDEX passkeys_of_person ON passkeys (user_id, created_at);

-- Orders that an account places again and again, as the order form holds them.
CREATE TABLE order_templates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  name text NOT NULL,
  draft jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT template_name_has_1_to_64_characters CHECK (char_length(name) BETWEEN 1 AND 64)
);
CREATE UNIQUE INDEX one_template_per_name ON order_templates (account_id, name);

CREATE TABLE secret_key_checks (
  id smallint PRIMARY KEY DEFAULT 1,
  value bytea NOT NULL,
  CONSTRAINT one_secret_key_check CHECK (id = 1)
);

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

-- Processes keep some rows in memory (lib/db/row-cache.ts) and forget them when they are told that they have changed.
-- Each row is told by its key; of more than a hundred, that any of the table may have changed.
CREATE FUNCTION forget_rows(source text, keys text[]) RETURNS void LANGUAGE sql AS $$
    SELECT pg_notify('dropline_rows', source || ' ' || key) FROM unnest(keys) key WHERE cardinality(keys) <= 100;
    SELECT pg_notify('dropline_rows', source) WHERE cardinality(keys) > 100;
$$;

-- Tables of which only the newest version counts.
CREATE FUNCTION forget_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('dropline_rows', TG_TABLE_NAME);
    RETURN NULL;
END $$;
CREATE TRIGGER tariffs_are_forgotten AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON tariffs
    EXECUTE FUNCTION forget_table();
CREATE TRIGGER service_areas_are_forgotten AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON service_areas
    EXECUTE FUNCTION forget_table();
CREATE TRIGGER travel_factors_are_forgotten AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON travel_factors
    EXECUTE FUNCTION forget_table();

-- A key is remembered by its hash, together with its account. When it was last used is not.
CREATE FUNCTION forget_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        PERFORM forget_rows('api_keys', array_agg(encode(key_hash, 'hex'))) FROM before;
    ELSE
        PERFORM forget_rows('api_keys', array_agg(encode(b.key_hash, 'hex')))
        FROM before b LEFT JOIN after a ON a.id = b.id
        WHERE (a.key_hash, a.account_id, a.mode, a.revoked_at, a.expires_at)
            IS DISTINCT FROM (b.key_hash, b.account_id, b.mode, b.revoked_at, b.expires_at);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER changed_keys_are_forgotten AFTER UPDATE ON api_keys
    REFERENCING OLD TABLE AS before NEW TABLE AS after EXECUTE FUNCTION forget_keys();
CREATE TRIGGER deleted_keys_are_forgotten AFTER DELETE ON api_keys
    REFERENCING OLD TABLE AS before EXECUTE FUNCTION forget_keys();
CREATE TRIGGER all_keys_are_forgotten AFTER TRUNCATE ON api_keys
    EXECUTE FUNCTION forget_table();

-- Of all keys, since one of the account may be created meanwhile that this transaction does not see.
CREATE FUNCTION forget_keys_of_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('dropline_rows', 'api_keys')
    FROM before b LEFT JOIN after a ON a.id = b.id
    WHERE (a.email, a.is_customer, a.disabled_at, a.rate_limit_per_minute)
        IS DISTINCT FROM (b.email, b.is_customer, b.disabled_at, b.rate_limit_per_minute)
    LIMIT 1;
    RETURN NULL;
END $$;
CREATE TRIGGER keys_of_changed_accounts_are_forgotten AFTER UPDATE ON accounts
    REFERENCING OLD TABLE AS before NEW TABLE AS after EXECUTE FUNCTION forget_keys_of_accounts();

-- A courier is remembered by the hash of their device's token. Who is on shift is not: the write itself asks.
CREATE FUNCTION forget_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        PERFORM forget_rows('couriers', array_agg(encode(device_hash, 'hex')))
        FROM before WHERE device_hash IS NOT NULL;
    ELSE
        PERFORM forget_rows('couriers', array_agg(encode(b.device_hash, 'hex')))
        FROM before b LEFT JOIN after a ON a.id = b.id
        WHERE b.device_hash IS NOT NULL
            AND (a.device_hash, a.disabled_at) IS DISTINCT FROM (b.device_hash, b.disabled_at);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER changed_devices_are_forgotten AFTER UPDATE ON couriers
    REFERENCING OLD TABLE AS before NEW TABLE AS after EXECUTE FUNCTION forget_devices();
CREATE TRIGGER deleted_devices_are_forgotten AFTER DELETE ON couriers
    REFERENCING OLD TABLE AS before EXECUTE FUNCTION forget_devices();
CREATE TRIGGER all_devices_are_forgotten AFTER TRUNCATE ON couriers
    EXECUTE FUNCTION forget_table();

-- The tariff of a fresh database. Operators put later versions beside it.
INSERT INTO tariffs (base_price, first_threshold_km, band_width_km, band_step, max_threshold_km, per_km_over,
    cargo_size_step_fee)
VALUES (290, 3, 2, 60, 25, 28, 90);

INSERT INTO journal (id, epoch, system_identifier)
SELECT 1, 1, system_identifier FROM pg_control_system();

-- Night, morning peak, day, evening peak, evening: from 40 km/h across a city with empty streets to 18, 24 and 33.
INSERT INTO travel_factors (weekday, weekend) VALUES (
    ARRAY[1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1.3, 1.7, 2.1, 2, 1.7, 1.7, 1.7, 1.7, 1.7, 1.7, 1.8, 2.1, 2.2, 1.9, 1.6, 1.5, 1.3, 1.2],
    ARRAY[1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 1.3, 1.4, 1.5, 1.6, 1.6, 1.6, 1.6, 1.6, 1.6, 1.6, 1.6, 1.5, 1.5, 1.4, 1.3, 1.2]);

INSERT INTO leases (name, holder, held_until)
VALUES ('dispatch', '00000000-0000-0000-0000-000000000000', '2000-01-01T00:00:00Z');

SELECT make_logged_requests_day((now() AT TIME ZONE 'UTC')::date + ahead) FROM generate_series(0, 2) AS ahead;
