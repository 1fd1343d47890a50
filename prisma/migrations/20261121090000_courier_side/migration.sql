-- CreateEnum
CREATE TYPE "refusal_reason" AS ENUM ('handed_back', 'not_accepted');

-- The newest positions are a matter of minutes; couriers send others, with their cells.
DELETE FROM "courier_positions";

-- AlterTable
ALTER TABLE "courier_positions" ADD COLUMN     "cell" TEXT NOT NULL;

-- AlterTable
ALTER TABLE "couriers" ADD COLUMN     "device_hash" BYTEA,
ADD COLUMN     "link_hash" BYTEA,
ADD COLUMN     "mode" "mode" NOT NULL DEFAULT 'live',
ADD COLUMN     "on_shift_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "order_stops" ADD COLUMN     "arrived_at" TIMESTAMPTZ(3),
ADD COLUMN     "delivered_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "accepted_at" TIMESTAMPTZ(3),
ADD COLUMN     "arrived_at" TIMESTAMPTZ(3),
ADD COLUMN     "dispatch_at" TIMESTAMPTZ(3);

UPDATE "orders" SET "dispatch_at" = greatest("created_at",
  coalesce("delivery_time" - make_interval(secs => "duration_seconds" + 900), "created_at"));

ALTER TABLE "orders" ALTER COLUMN "dispatch_at" SET NOT NULL;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "session_version" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "order_positions" (
    "order_id" BIGINT NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,
    "courier_id" UUID NOT NULL,
    "latitude" DOUBLE PRECISION NOT NULL,
    "longitude" DOUBLE PRECISION NOT NULL,
    "heading" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "order_positions_pkey" PRIMARY KEY ("order_id","recorded_at")
);

-- CreateTable
CREATE TABLE "dispatch_refusals" (
    "order_id" BIGINT NOT NULL,
    "courier_id" UUID NOT NULL,
    "reason" "refusal_reason" NOT NULL,
    "refused_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dispatch_refusals_pkey" PRIMARY KEY ("order_id","courier_id")
);

-- CreateTable
CREATE TABLE "jobs" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "run_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "claim" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "is_dead" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "schedule_slots" (
    "name" TEXT NOT NULL,
    "slot" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "schedule_slots_pkey" PRIMARY KEY ("name","slot")
);

-- CreateIndex
CREATE INDEX "order_positions_by_age" ON "order_positions"("recorded_at");

-- CreateIndex
CREATE INDEX "positions_by_cell" ON "courier_positions"("cell");

-- CreateIndex
CREATE UNIQUE INDEX "one_courier_per_link" ON "couriers"("link_hash");

-- CreateIndex
CREATE UNIQUE INDEX "one_courier_per_device" ON "couriers"("device_hash");

-- AddForeignKey
ALTER TABLE "order_positions" ADD CONSTRAINT "order_positions_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dispatch_refusals" ADD CONSTRAINT "dispatch_refusals_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dispatch_refusals" ADD CONSTRAINT "dispatch_refusals_courier_id_fkey" FOREIGN KEY ("courier_id") REFERENCES "couriers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot express.

ALTER TABLE "couriers"
  ADD CONSTRAINT "test_couriers_are_simulated" CHECK ("mode" = 'live' OR "is_simulated"),
  ADD CONSTRAINT "courier_secrets_are_sha256" CHECK (
    octet_length("link_hash") = 32 AND octet_length("device_hash") = 32);

ALTER TABLE "order_positions"
  ADD CONSTRAINT "past_position_is_on_earth" CHECK ("latitude" BETWEEN -90 AND 90 AND "longitude" BETWEEN -180 AND 180),
  ADD CONSTRAINT "past_heading_is_an_angle" CHECK ("heading" >= 0 AND "heading" <= 360);

-- A courier who hands an order back leaves it assigned to nobody until another takes it.
ALTER TABLE "orders" DROP CONSTRAINT "moving_order_has_courier";
ALTER TABLE "orders"
  ADD CONSTRAINT "moving_order_has_courier" CHECK ("status" IN ('new', 'assigned', 'cancelled') OR "courier_id" IS NOT NULL),
  ADD CONSTRAINT "only_an_order_with_a_courier_is_accepted" CHECK ("accepted_at" IS NULL OR "courier_id" IS NOT NULL);

CREATE INDEX "orders_without_courier" ON "orders" ("mode", "dispatch_at", "id")
  WHERE "status" IN ('new', 'assigned') AND "courier_id" IS NULL;

ALTER TABLE "jobs"
  ADD CONSTRAINT "dead_job_is_finished" CHECK (NOT "is_dead" OR "finished_at" IS NOT NULL),
  SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01);

CREATE UNIQUE INDEX "one_waiting_job_per_key" ON "jobs" ("kind", "key") WHERE "finished_at" IS NULL;
CREATE INDEX "jobs_by_time" ON "jobs" ("run_at") WHERE "finished_at" IS NULL;
CREATE INDEX "jobs_by_end" ON "jobs" ("finished_at") WHERE "finished_at" IS NOT NULL;

-- Orders that wait already wait for the dispatcher from now on.
INSERT INTO "jobs" ("kind", "key", "run_at")
SELECT 'dispatch_order', "id"::text, "dispatch_at" FROM "orders" WHERE "status" = 'new';

-- Simulated couriers are always on shift, and those who are on their way go on.
UPDATE "couriers" SET "on_shift_since" = now() WHERE "is_simulated";

INSERT INTO "jobs" ("kind", "key", "run_at")
SELECT 'simulate_order', o."id"::text, now() FROM "orders" o JOIN "couriers" c ON c."id" = o."courier_id"
WHERE o."status" IN ('assigned', 'in_progress') AND c."is_simulated";
