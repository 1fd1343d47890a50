-- What recipients see of a shop and say to it, what couriers earn and are told, and what operators have dealt with.

CREATE TYPE "feedback" AS ENUM ('fine', 'problem');
CREATE TYPE "exception_kind" AS ENUM ('silent_courier', 'courier_not_found', 'not_accepted', 'late', 'at_door', 'question',
  'going_back', 'webhook_failing');

ALTER TABLE "accounts"
  ADD COLUMN "brand_name" TEXT,
  ADD COLUMN "accent" TEXT,
  ADD COLUMN "logo" TEXT,
  ADD COLUMN "contact_phone" TEXT,
  ADD COLUMN "contact_url" TEXT,
  ADD CONSTRAINT "brand_name_has_1_to_60_characters" CHECK (char_length("brand_name") BETWEEN 1 AND 60),
  ADD CONSTRAINT "accent_is_a_color" CHECK ("accent" ~ '^#[0-9a-f]{6}$'),
  ADD CONSTRAINT "logo_is_a_sha256" CHECK ("logo" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "contact_phone_is_e164" CHECK ("contact_phone" ~ '^\+[1-9][0-9]{6,14}$'),
  ADD CONSTRAINT "contact_url_is_https" CHECK ("contact_url" LIKE 'https://%' AND char_length("contact_url") <= 500);

ALTER TABLE "tariffs"
  ADD COLUMN "courier_percent" INTEGER NOT NULL DEFAULT 0,
  ADD CONSTRAINT "courier_gets_part_of_the_price" CHECK ("courier_percent" BETWEEN 0 AND 100);

ALTER TABLE "orders"
  ADD COLUMN "takeover_from_id" UUID REFERENCES "couriers" ("id") ON DELETE NO ACTION ON UPDATE NO ACTION,
  ADD COLUMN "takeover_latitude" DOUBLE PRECISION,
  ADD COLUMN "takeover_longitude" DOUBLE PRECISION,
  ADD COLUMN "takeover_since" TIMESTAMPTZ(3),
  ADD CONSTRAINT "takeover_says_from_whom_where_and_since_when" CHECK (
    num_nulls("takeover_from_id", "takeover_latitude", "takeover_longitude", "takeover_since") IN (0, 4)),
  ADD CONSTRAINT "takeover_is_from_somebody_else" CHECK ("takeover_from_id" <> "courier_id"),
  ADD CONSTRAINT "takeover_is_of_carried_goods" CHECK ("takeover_from_id" IS NULL
    OR ("courier_id" IS NOT NULL AND ("status" = 'in_progress' OR coalesce("return_state" = 'on_the_way', false))));

-- Whoever is to give goods to another courier is asked for by their phone.
CREATE INDEX "takeovers_by_courier" ON "orders" ("takeover_from_id") WHERE "takeover_from_id" IS NOT NULL;

ALTER TABLE "order_stops"
  ADD COLUMN "recipient_note" TEXT,
  ADD COLUMN "recipient_note_at" TIMESTAMPTZ(3),
  ADD COLUMN "recipient_note_seen_at" TIMESTAMPTZ(3),
  ADD COLUMN "feedback" "feedback",
  ADD COLUMN "feedback_text" TEXT,
  ADD COLUMN "feedback_at" TIMESTAMPTZ(3),
  ADD COLUMN "feedback_settled_at" TIMESTAMPTZ(3),
  ADD CONSTRAINT "recipient_note_has_1_to_500_characters" CHECK (char_length("recipient_note") BETWEEN 1 AND 500),
  ADD CONSTRAINT "recipient_note_has_its_time" CHECK (("recipient_note" IS NULL) = ("recipient_note_at" IS NULL)),
  ADD CONSTRAINT "feedback_text_has_at_most_1000_characters" CHECK (char_length("feedback_text") <= 1000),
  ADD CONSTRAINT "feedback_has_its_time" CHECK (("feedback" IS NULL) = ("feedback_at" IS NULL)),
  ADD CONSTRAINT "problems_are_settled" CHECK ("feedback_settled_at" IS NULL OR "feedback" = 'problem');

-- Problems that the shop has not settled, for "needs attention".
CREATE INDEX "open_problems" ON "order_stops" ("account_id", "order_id")
  WHERE "feedback" = 'problem' AND "feedback_settled_at" IS NULL;

CREATE TABLE "courier_messages" (
  "id" BIGSERIAL PRIMARY KEY,
  "courier_id" UUID NOT NULL REFERENCES "couriers" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "text" TEXT NOT NULL,
  "sent_by_id" UUID,
  "sent_at" TIMESTAMPTZ(3) NOT NULL,
  "read_at" TIMESTAMPTZ(3),
  CONSTRAINT "message_has_1_to_1000_characters" CHECK (char_length("text") BETWEEN 1 AND 1000)
);
CREATE INDEX "messages_of_courier" ON "courier_messages" ("courier_id", "id");

CREATE TABLE "push_subscriptions" (
  "id" BIGSERIAL PRIMARY KEY,
  "order_id" BIGINT REFERENCES "orders" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "position" SMALLINT,
  "courier_id" UUID REFERENCES "couriers" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "endpoint" TEXT NOT NULL,
  "p256dh" TEXT NOT NULL,
  "auth" TEXT NOT NULL,
  "locale" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "told_on_the_way_at" TIMESTAMPTZ(3),
  "told_near_at" TIMESTAMPTZ(3),
  CONSTRAINT "subscription_is_a_recipients_or_a_couriers" CHECK (
    ("order_id" IS NULL) = ("position" IS NULL) AND ("order_id" IS NULL) <> ("courier_id" IS NULL)),
  CONSTRAINT "push_endpoint_has_at_most_1000_characters" CHECK (char_length("endpoint") BETWEEN 1 AND 1000),
  CONSTRAINT "subscription_keys_are_short" CHECK (char_length("p256dh") <= 200 AND char_length("auth") <= 100)
);
CREATE INDEX "push_subscriptions_of_order" ON "push_subscriptions" ("order_id", "position");
CREATE INDEX "push_subscriptions_of_courier" ON "push_subscriptions" ("courier_id");
CREATE UNIQUE INDEX "each_recipients_browser_once" ON "push_subscriptions" ("order_id", "position", "endpoint")
  WHERE "order_id" IS NOT NULL;
CREATE UNIQUE INDEX "each_couriers_browser_once" ON "push_subscriptions" ("endpoint") WHERE "courier_id" IS NOT NULL;

CREATE TABLE "handled_exceptions" (
  "id" BIGSERIAL PRIMARY KEY,
  "mode" "mode" NOT NULL,
  "kind" "exception_kind" NOT NULL,
  "subject" TEXT NOT NULL,
  "action" TEXT NOT NULL,
  "handled_at" TIMESTAMPTZ(3) NOT NULL,
  "handled_by_id" UUID,
  "quiet_until" TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX "handled_exceptions_newest_first" ON "handled_exceptions" ("mode", "handled_at" DESC);
