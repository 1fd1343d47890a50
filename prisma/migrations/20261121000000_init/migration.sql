-- First, since the default of events.epoch reads it.
CREATE TABLE "journal" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "epoch" INTEGER NOT NULL DEFAULT 1,
    "system_identifier" BIGINT NOT NULL,

    CONSTRAINT "journal_pkey" PRIMARY KEY ("id")
);

CREATE FUNCTION journal_epoch() RETURNS integer LANGUAGE sql STABLE AS 'SELECT epoch FROM journal WHERE id = 1';

-- CreateEnum
CREATE TYPE "mode" AS ENUM ('live', 'test');

-- CreateEnum
CREATE TYPE "order_status" AS ENUM ('new', 'assigned', 'in_progress', 'delivered', 'cancelled');

-- CreateEnum
CREATE TYPE "cargo_size" AS ENUM ('S', 'M', 'L', 'XL');

-- CreateEnum
CREATE TYPE "routing_mode" AS ENUM ('sequential', 'parallel');

-- CreateEnum
CREATE TYPE "payment_type" AS ENUM ('cash', 'card');

-- CreateEnum
CREATE TYPE "contact_type" AS ENUM ('phone', 'whatsapp', 'telegram');

-- CreateEnum
CREATE TYPE "user_role" AS ENUM ('owner', 'staff', 'operator');

-- CreateEnum
CREATE TYPE "transport_type" AS ENUM ('foot', 'bike', 'car', 'van');

-- CreateTable
CREATE TABLE "accounts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "email" TEXT,
    "is_customer" BOOLEAN NOT NULL DEFAULT true,
    "disabled_at" TIMESTAMPTZ(3),
    "rate_limit_per_minute" INTEGER DEFAULT 300,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "role" "user_role" NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "mode" "mode" NOT NULL,
    "name" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "prefix" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tariffs" (
    "id" SERIAL NOT NULL,
    "base_price" DECIMAL(12,2) NOT NULL,
    "first_threshold_km" DECIMAL(9,3) NOT NULL,
    "band_width_km" DECIMAL(9,3) NOT NULL,
    "band_step" DECIMAL(12,2) NOT NULL,
    "max_threshold_km" DECIMAL(9,3) NOT NULL,
    "per_km_over" DECIMAL(12,2) NOT NULL,
    "cargo_size_step_fee" DECIMAL(12,2) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tariffs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "quotes" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "mode" "mode" NOT NULL,
    "trip_key" TEXT NOT NULL,
    "routing_mode" "routing_mode" NOT NULL,
    "price" DECIMAL(12,2) NOT NULL,
    "distance_meters" INTEGER NOT NULL,
    "duration_seconds" INTEGER NOT NULL,
    "tariff_id" INTEGER NOT NULL,
    "legs" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "quotes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" BIGSERIAL NOT NULL,
    "account_id" UUID NOT NULL,
    "mode" "mode" NOT NULL,
    "external_order_id" TEXT NOT NULL,
    "order_code" TEXT NOT NULL,
    "status" "order_status" NOT NULL DEFAULT 'new',
    "cargo_size" "cargo_size" NOT NULL,
    "routing_mode" "routing_mode" NOT NULL,
    "payment_type" "payment_type" NOT NULL,
    "payment_amount" DECIMAL(12,2),
    "delivery_time" TIMESTAMPTZ(3),
    "comment" TEXT,
    "price" DECIMAL(12,2),
    "distance_meters" INTEGER NOT NULL,
    "duration_seconds" INTEGER NOT NULL,
    "tariff_id" INTEGER NOT NULL,
    "quote_id" UUID,
    "tracking_token" TEXT,
    "courier_id" UUID,
    "cancel_reason" TEXT,
    "cancel_comment" TEXT,
    "fingerprint" BYTEA NOT NULL,
    "event_sequence" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_stops" (
    "order_id" BIGINT NOT NULL,
    "position" SMALLINT NOT NULL,
    "account_id" UUID NOT NULL,
    "latitude" DOUBLE PRECISION NOT NULL,
    "longitude" DOUBLE PRECISION NOT NULL,
    "area" TEXT NOT NULL,
    "street" TEXT NOT NULL,
    "building" TEXT NOT NULL,
    "apartment" BIGINT,
    "entrance" BIGINT,
    "floor" BIGINT,
    "intercom" TEXT,
    "instructions" TEXT,
    "contact_value" TEXT NOT NULL,
    "contact_name" TEXT,
    "contact_type" "contact_type" NOT NULL,
    "cargo_size" "cargo_size",
    "payment_type" "payment_type",
    "payment_amount" DECIMAL(12,2),
    "doorstep" BOOLEAN NOT NULL DEFAULT true,
    "tracking_token" TEXT,
    "distance_meters" INTEGER,
    "duration_seconds" INTEGER,
    "price" DECIMAL(12,2),
    "geometry" TEXT,

    CONSTRAINT "order_stops_pkey" PRIMARY KEY ("order_id","position")
);

-- CreateTable
CREATE TABLE "order_status_changes" (
    "id" BIGSERIAL NOT NULL,
    "order_id" BIGINT NOT NULL,
    "account_id" UUID NOT NULL,
    "status" "order_status" NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT,

    CONSTRAINT "order_status_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "couriers" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "transport_type" "transport_type" NOT NULL,
    "make" TEXT,
    "model" TEXT,
    "color" TEXT,
    "number" TEXT,
    "is_simulated" BOOLEAN NOT NULL DEFAULT false,
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "couriers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "courier_positions" (
    "courier_id" UUID NOT NULL,
    "latitude" DOUBLE PRECISION NOT NULL,
    "longitude" DOUBLE PRECISION NOT NULL,
    "heading" DOUBLE PRECISION NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "courier_positions_pkey" PRIMARY KEY ("courier_id")
);

-- CreateTable
CREATE TABLE "events" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "mode" "mode" NOT NULL,
    "order_id" BIGINT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "epoch" INTEGER NOT NULL DEFAULT journal_epoch(),
    "transaction_id" BIGINT NOT NULL DEFAULT (pg_current_xact_id()::text)::bigint,
    "row" BIGSERIAL NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);


-- CreateTable
CREATE UNLOGGED TABLE "rate_limit_buckets" (
    "id" TEXT NOT NULL,
    "theoretical_arrival" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "rate_limit_buckets_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "one_user_per_email" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "one_key_per_hash" ON "api_keys"("key_hash");

-- CreateIndex
CREATE INDEX "keys_of_account" ON "api_keys"("account_id", "created_at");

-- CreateIndex
CREATE INDEX "quotes_by_expiry" ON "quotes"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "one_order_per_code" ON "orders"("order_code");

-- CreateIndex
CREATE UNIQUE INDEX "one_order_per_tracking_token" ON "orders"("tracking_token");

-- CreateIndex
CREATE INDEX "orders_newest_first" ON "orders"("account_id", "mode", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "one_order_per_external_id" ON "orders"("account_id", "mode", "external_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "one_dropoff_per_tracking_token" ON "order_stops"("tracking_token");

-- CreateIndex
CREATE UNIQUE INDEX "each_status_once_per_order" ON "order_status_changes"("order_id", "status");

-- CreateIndex
CREATE INDEX "events_in_journal_order" ON "events"("account_id", "mode", "epoch", "transaction_id", "row");

-- CreateIndex
CREATE UNIQUE INDEX "one_event_per_order_sequence" ON "events"("order_id", "sequence");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_courier_id_fkey" FOREIGN KEY ("courier_id") REFERENCES "couriers"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_stops" ADD CONSTRAINT "order_stops_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_status_changes" ADD CONSTRAINT "order_status_changes_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "courier_positions" ADD CONSTRAINT "courier_positions_courier_id_fkey" FOREIGN KEY ("courier_id") REFERENCES "couriers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema cannot say, each rule named by its meaning.
ALTER TABLE "accounts"
  ADD CONSTRAINT "rate_limit_is_positive" CHECK ("rate_limit_per_minute" > 0);

ALTER TABLE "users"
  ADD CONSTRAINT "staff_belong_to_an_account" CHECK ("role" = 'operator' OR "account_id" IS NOT NULL),
  ADD CONSTRAINT "email_is_lower_case" CHECK ("email" = lower("email"));

ALTER TABLE "api_keys"
  ADD CONSTRAINT "key_hash_is_sha256" CHECK (octet_length("key_hash") = 32);

ALTER TABLE "tariffs"
  ADD CONSTRAINT "tariff_is_usable" CHECK (
    "base_price" >= 0 AND "band_step" >= 0 AND "per_km_over" >= 0 AND "cargo_size_step_fee" >= 0
    AND "first_threshold_km" > 0 AND "band_width_km" > 0 AND "max_threshold_km" >= "first_threshold_km");

ALTER TABLE "quotes"
  ADD CONSTRAINT "quote_expires_after_issue" CHECK ("expires_at" > "created_at"),
  ADD CONSTRAINT "quote_price_is_not_negative" CHECK ("price" >= 0);

ALTER TABLE "orders"
  ADD CONSTRAINT "external_order_id_has_1_to_128_characters" CHECK (char_length("external_order_id") BETWEEN 1 AND 128),
  ADD CONSTRAINT "comment_has_at_most_2000_characters" CHECK (char_length("comment") <= 2000),
  ADD CONSTRAINT "cancel_reason_has_at_most_255_characters" CHECK (char_length("cancel_reason") <= 255),
  ADD CONSTRAINT "cancel_comment_has_at_most_2000_characters" CHECK (char_length("cancel_comment") <= 2000),
  ADD CONSTRAINT "order_amounts_are_not_negative" CHECK ("price" >= 0 AND "payment_amount" >= 0),
  ADD CONSTRAINT "delivered_has_time" CHECK (("status" = 'delivered') = ("delivered_at" IS NOT NULL)),
  ADD CONSTRAINT "cancelled_has_reason" CHECK (("status" = 'cancelled') = ("cancel_reason" IS NOT NULL)),
  ADD CONSTRAINT "moving_order_has_courier" CHECK ("status" IN ('new', 'cancelled') OR "courier_id" IS NOT NULL),
  ADD CONSTRAINT "new_order_has_no_courier" CHECK ("status" <> 'new' OR "courier_id" IS NULL);

CREATE UNIQUE INDEX "one_active_order_per_courier" ON "orders" ("courier_id")
  WHERE "status" IN ('assigned', 'in_progress');

ALTER TABLE "order_stops"
  ADD CONSTRAINT "one_pickup_and_at_most_ten_dropoffs" CHECK ("position" BETWEEN 0 AND 10),
  ADD CONSTRAINT "latitude_is_on_earth" CHECK ("latitude" BETWEEN -90 AND 90),
  ADD CONSTRAINT "longitude_is_on_earth" CHECK ("longitude" BETWEEN -180 AND 180),
  ADD CONSTRAINT "intercom_has_at_most_64_characters" CHECK (char_length("intercom") <= 64),
  ADD CONSTRAINT "instructions_have_at_most_1000_characters" CHECK (char_length("instructions") <= 1000),
  ADD CONSTRAINT "stop_amounts_are_not_negative" CHECK ("price" >= 0 AND "payment_amount" >= 0),
  ADD CONSTRAINT "each_dropoff_ends_a_leg" CHECK (
    ("position" = 0) = ("price" IS NULL) AND ("position" = 0) = ("distance_meters" IS NULL)
    AND ("position" = 0) = ("duration_seconds" IS NULL) AND ("position" = 0) = ("geometry" IS NULL));

ALTER TABLE "courier_positions"
  ADD CONSTRAINT "position_is_on_earth" CHECK ("latitude" BETWEEN -90 AND 90 AND "longitude" BETWEEN -180 AND 180),
  ADD CONSTRAINT "heading_is_an_angle" CHECK ("heading" >= 0 AND "heading" <= 360);

ALTER TABLE "events"
  ADD CONSTRAINT "sequence_counts_from_1" CHECK ("sequence" >= 1);

ALTER TABLE "journal"
  ADD CONSTRAINT "journal_has_one_row" CHECK ("id" = 1);

-- The tariff of a fresh database. Operators put later versions beside it.
INSERT INTO "tariffs" ("base_price", "first_threshold_km", "band_width_km", "band_step", "max_threshold_km",
                       "per_km_over", "cargo_size_step_fee")
VALUES (290, 3, 2, 60, 25, 28, 90);

INSERT INTO "journal" ("id", "epoch", "system_identifier")
SELECT 1, 1, system_identifier FROM pg_control_system();
