-- CreateEnum
CREATE TYPE "webhook_disabled_reason" AS ENUM ('paused', 'gone', 'failing');

-- CreateEnum
CREATE TYPE "webhook_delivery_state" AS ENUM ('pending', 'succeeded', 'failed');

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "mode" "mode" NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "event_types" TEXT[] NOT NULL,
    "secret" BYTEA NOT NULL,
    "previous_secret" BYTEA,
    "previous_secret_until" TIMESTAMPTZ(3),
    "header_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "header_values" BYTEA,
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" "webhook_disabled_reason",
    "failing_since" TIMESTAMPTZ(3),
    "last_failure_at" TIMESTAMPTZ(3),
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" BIGSERIAL NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "order_id" BIGINT,
    "body" TEXT,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "state" "webhook_delivery_state" NOT NULL DEFAULT 'pending',
    "run_at" TIMESTAMPTZ(3) NOT NULL,
    "leased_until" TIMESTAMPTZ(3),
    "claim" INTEGER NOT NULL DEFAULT 0,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "delivery_id" BIGINT NOT NULL,
    "number" INTEGER NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "attempted_at" TIMESTAMPTZ(3) NOT NULL,
    "status" SMALLINT,
    "duration_ms" INTEGER NOT NULL,
    "signature" TEXT NOT NULL,
    "response" TEXT,
    "failure" TEXT,
    "detail" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("delivery_id","number")
);

-- CreateIndex
CREATE INDEX "endpoints_of_account" ON "webhook_endpoints"("account_id", "mode");

-- CreateIndex
CREATE INDEX "deliveries_newest_first" ON "webhook_deliveries"("endpoint_id", "id" DESC);

-- CreateIndex
CREATE INDEX "deliveries_by_age" ON "webhook_deliveries"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "one_delivery_per_event_and_endpoint" ON "webhook_deliveries"("endpoint_id", "event_id");

-- CreateIndex
CREATE INDEX "attempts_of_endpoint" ON "webhook_attempts"("endpoint_id", "attempted_at");

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What may be claimed, the longest due first.
CREATE INDEX "deliveries_waiting" ON "webhook_deliveries" ("endpoint_id", "run_at") WHERE "state" = 'pending';

-- Of where an order's courier is only the newest waits: each takes the place of the one before it.
CREATE UNIQUE INDEX "one_position_per_order_and_endpoint" ON "webhook_deliveries" ("endpoint_id", "order_id")
  WHERE "event_type" = 'driver.location_updated' AND NOT "is_test";

ALTER TABLE "webhook_endpoints"
  ADD CONSTRAINT "endpoint_takes_some_event" CHECK (cardinality("event_types") > 0),
  ADD CONSTRAINT "endpoint_address_is_http" CHECK ("url" ~ '^https?://' AND char_length("url") <= 2048),
  ADD CONSTRAINT "endpoint_description_is_short" CHECK (char_length("description") <= 200),
  ADD CONSTRAINT "disabled_endpoint_has_reason" CHECK (("disabled_at" IS NULL) = ("disabled_reason" IS NULL)),
  ADD CONSTRAINT "previous_secret_has_end" CHECK (("previous_secret" IS NULL) = ("previous_secret_until" IS NULL));

ALTER TABLE "webhook_deliveries"
  ADD CONSTRAINT "finished_delivery_has_time" CHECK (("state" = 'pending') = ("finished_at" IS NULL)),
  ADD CONSTRAINT "only_a_waiting_delivery_is_leased" CHECK ("leased_until" IS NULL OR "state" = 'pending');

ALTER TABLE "webhook_attempts"
  ADD CONSTRAINT "attempts_count_from_one" CHECK ("number" >= 1),
  ADD CONSTRAINT "recorded_response_is_short" CHECK (octet_length("response") <= 16384);
