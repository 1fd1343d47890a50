-- Stops have outcomes: proof, failure and return; fees; money in couriers' hands; rehearsals in the sandbox.

CREATE TYPE "undeliverable_action" AS ENUM ('return', 'leave', 'ask');
CREATE TYPE "failure_code" AS ENUM ('recipient_absent', 'refused', 'wrong_address', 'no_access', 'damaged', 'code_failed',
  'payment_problem', 'other');
CREATE TYPE "code_check" AS ENUM ('matched', 'overridden');
CREATE TYPE "return_state" AS ENUM ('pending', 'on_the_way', 'returned');
CREATE TYPE "charge_type" AS ENUM ('cancellation', 'waiting', 'return', 'adjustment');
CREATE TYPE "proof_kind" AS ENUM ('photo', 'signature');
CREATE TYPE "cash_kind" AS ENUM ('issued', 'paid', 'handed_in');

ALTER TABLE "accounts"
  ADD COLUMN "proof_photo" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "proof_code" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "proof_signature" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "proof_days" INTEGER NOT NULL DEFAULT 90,
  ADD COLUMN "waiting_minutes" INTEGER NOT NULL DEFAULT 10,
  ADD COLUMN "answer_minutes" INTEGER NOT NULL DEFAULT 15,
  ADD COLUMN "unanswered_action" "undeliverable_action" NOT NULL DEFAULT 'return',
  ADD CONSTRAINT "proof_is_kept_1_to_3650_days" CHECK ("proof_days" BETWEEN 1 AND 3650),
  ADD CONSTRAINT "courier_waits_at_most_two_hours" CHECK ("waiting_minutes" BETWEEN 0 AND 120),
  ADD CONSTRAINT "answer_is_awaited_1_minute_to_a_day" CHECK ("answer_minutes" BETWEEN 1 AND 1440),
  ADD CONSTRAINT "unanswered_question_gets_an_answer" CHECK ("unanswered_action" <> 'ask');

ALTER TABLE "tariffs"
  ADD COLUMN "cancellation_fee_assigned" DECIMAL(12, 2) NOT NULL DEFAULT 0,
  ADD COLUMN "cancellation_fee_arrived" DECIMAL(12, 2) NOT NULL DEFAULT 0,
  ADD COLUMN "waiting_free_minutes" INTEGER NOT NULL DEFAULT 10,
  ADD COLUMN "waiting_per_minute" DECIMAL(12, 2) NOT NULL DEFAULT 0,
  ADD COLUMN "return_percent" INTEGER NOT NULL DEFAULT 0,
  ADD CONSTRAINT "fees_are_not_negative" CHECK ("cancellation_fee_assigned" >= 0 AND "cancellation_fee_arrived" >= 0
    AND "waiting_free_minutes" >= 0 AND "waiting_per_minute" >= 0 AND "return_percent" >= 0);

ALTER TABLE "quotes"
  ADD COLUMN "return_price" DECIMAL(12, 2) NOT NULL DEFAULT 0,
  ADD COLUMN "return_distance_meters" INTEGER,
  ADD COLUMN "return_duration_seconds" INTEGER;

ALTER TABLE "orders"
  ADD COLUMN "if_undeliverable" "undeliverable_action" NOT NULL DEFAULT 'ask',
  ADD COLUMN "return_price" DECIMAL(12, 2) NOT NULL DEFAULT 0,
  ADD COLUMN "return_distance_meters" INTEGER,
  ADD COLUMN "return_duration_seconds" INTEGER,
  ADD COLUMN "return_state" "return_state",
  ADD COLUMN "return_started_at" TIMESTAMPTZ(3),
  ADD COLUMN "return_arrived_at" TIMESTAMPTZ(3),
  ADD COLUMN "returned_at" TIMESTAMPTZ(3),
  ADD COLUMN "charges" DECIMAL(12, 2) NOT NULL DEFAULT 0,
  ADD CONSTRAINT "return_price_is_not_negative" CHECK ("return_price" >= 0),
  ADD CONSTRAINT "return_has_its_times" CHECK (
    ("return_state" IN ('on_the_way', 'returned')) IS NOT DISTINCT FROM (CASE WHEN "return_state" IS NULL THEN NULL
      ELSE "return_started_at" IS NOT NULL END)
    AND (coalesce("return_state" = 'returned', false)) = ("returned_at" IS NOT NULL)),
  ADD CONSTRAINT "returning_order_has_courier" CHECK ("return_state" IS NULL OR "courier_id" IS NOT NULL);

-- A courier also carries what they bring back after a cancellation.
DROP INDEX "one_active_order_per_courier";
CREATE UNIQUE INDEX "one_active_order_per_courier" ON "orders" ("courier_id")
  WHERE "status" IN ('assigned', 'in_progress') OR "return_state" = 'on_the_way';

ALTER TABLE "order_stops"
  ADD COLUMN "proof_photo" BOOLEAN,
  ADD COLUMN "proof_code" BOOLEAN,
  ADD COLUMN "proof_signature" BOOLEAN,
  ADD COLUMN "failed_at" TIMESTAMPTZ(3),
  ADD COLUMN "failure_code" "failure_code",
  ADD COLUMN "failure_comment" TEXT,
  ADD COLUMN "calls" SMALLINT NOT NULL DEFAULT 0,
  ADD COLUMN "attempts" SMALLINT NOT NULL DEFAULT 0,
  ADD COLUMN "resolution" "undeliverable_action",
  ADD COLUMN "answer_until" TIMESTAMPTZ(3),
  ADD COLUMN "code_tries" SMALLINT NOT NULL DEFAULT 0,
  ADD COLUMN "code_check" "code_check",
  ADD COLUMN "code_overridden_by" TEXT,
  ADD COLUMN "code_override_reason" TEXT,
  ADD COLUMN "signer_name" TEXT,
  ADD COLUMN "handed_latitude" DOUBLE PRECISION,
  ADD COLUMN "handed_longitude" DOUBLE PRECISION,
  ADD COLUMN "waiting_from" TIMESTAMPTZ(3),
  ADD CONSTRAINT "stop_is_not_done_and_failed" CHECK ("delivered_at" IS NULL OR "failed_at" IS NULL),
  ADD CONSTRAINT "failed_stop_says_why_and_what_now" CHECK (
    ("failed_at" IS NULL) = ("failure_code" IS NULL) AND ("failed_at" IS NULL) = ("resolution" IS NULL)),
  ADD CONSTRAINT "open_question_ends" CHECK (coalesce("resolution" = 'ask', false) = ("answer_until" IS NOT NULL)),
  ADD CONSTRAINT "failure_comment_has_at_most_1000_characters" CHECK (char_length("failure_comment") <= 1000),
  ADD CONSTRAINT "code_override_says_who_and_why" CHECK (
    coalesce("code_check" = 'overridden', false) = ("code_overridden_by" IS NOT NULL AND "code_override_reason" IS NOT NULL)),
  ADD CONSTRAINT "signer_name_has_at_most_200_characters" CHECK (char_length("signer_name") <= 200);

-- Questions that wait for the shop's answer, for lists and for "needs attention".
CREATE INDEX "open_questions" ON "order_stops" ("account_id", "order_id") WHERE "resolution" = 'ask';

CREATE TABLE "order_charges" (
  "id" BIGSERIAL PRIMARY KEY,
  "order_id" BIGINT NOT NULL REFERENCES "orders" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "account_id" UUID NOT NULL,
  "type" "charge_type" NOT NULL,
  "amount" DECIMAL(12, 2) NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "why" TEXT NOT NULL,
  -- The stop that was waited at.
  "position" SMALLINT,
  CONSTRAINT "only_adjustments_are_negative" CHECK ("amount" > 0 OR ("type" = 'adjustment' AND "amount" <> 0)),
  CONSTRAINT "waiting_was_at_a_stop" CHECK (("type" = 'waiting') = ("position" IS NOT NULL)),
  CONSTRAINT "why_has_1_to_500_characters" CHECK (char_length("why") BETWEEN 1 AND 500)
);
CREATE INDEX "charges_of_order" ON "order_charges" ("order_id", "id");
CREATE UNIQUE INDEX "each_charge_once" ON "order_charges" ("order_id", "type", coalesce("position", -1))
  WHERE "type" <> 'adjustment';

CREATE TABLE "proof_files" (
  "id" UUID PRIMARY KEY,
  "order_id" BIGINT NOT NULL REFERENCES "orders" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "position" SMALLINT NOT NULL,
  "account_id" UUID NOT NULL,
  "mode" "mode" NOT NULL,
  "courier_id" UUID NOT NULL,
  "kind" "proof_kind" NOT NULL,
  "object_key" TEXT NOT NULL,
  "bytes" INTEGER NOT NULL,
  "taken_at" TIMESTAMPTZ(3) NOT NULL,
  "received_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "file_has_content" CHECK ("bytes" > 0)
);
CREATE INDEX "proof_files_of_order" ON "proof_files" ("order_id", "position");
CREATE INDEX "proof_files_by_age" ON "proof_files" ("account_id", "received_at");

-- The cash that couriers hold for buyouts: what they were given, have paid at doors, and have handed in.
CREATE TABLE "courier_cash" (
  "id" BIGSERIAL PRIMARY KEY,
  "courier_id" UUID NOT NULL REFERENCES "couriers" ("id"),
  "kind" "cash_kind" NOT NULL,
  -- What it changes of the cash in hand: negative when it goes out.
  "amount" DECIMAL(12, 2) NOT NULL,
  "order_id" BIGINT REFERENCES "orders" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
  "position" SMALLINT,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "actor_type" TEXT NOT NULL,
  "actor_id" TEXT,
  CONSTRAINT "cash_comes_in_or_goes_out" CHECK (("kind" = 'issued') = ("amount" > 0) AND "amount" <> 0)
);
CREATE INDEX "cash_of_courier" ON "courier_cash" ("courier_id", "id");
CREATE INDEX "cash_of_order" ON "courier_cash" ("order_id") WHERE "order_id" IS NOT NULL;
CREATE UNIQUE INDEX "each_buyout_is_paid_once" ON "courier_cash" ("order_id", "position") WHERE "kind" = 'paid';

-- Orders of test mode that misbehave on purpose, or at another pace.
CREATE TABLE "rehearsals" (
  "order_id" BIGINT PRIMARY KEY REFERENCES "orders" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "account_id" UUID NOT NULL,
  "scenario" TEXT NOT NULL,
  -- How many times faster than in life; null for the usual pace of the sandbox.
  "speed" DOUBLE PRECISION,
  -- Whether it only moves by hand.
  "is_manual" BOOLEAN NOT NULL DEFAULT false,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "speed_is_1_to_600" CHECK ("speed" BETWEEN 1 AND 600)
);
CREATE INDEX "rehearsals_of_account" ON "rehearsals" ("account_id", "scenario", "created_at" DESC);
