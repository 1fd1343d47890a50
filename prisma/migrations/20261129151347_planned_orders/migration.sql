-- CreateEnum
CREATE TYPE "unplanned_reason" AS ENUM ('no_vehicle', 'excluded', 'no_courier', 'unreachable', 'shift_ends', 'queue_full');

-- CreateTable
CREATE TABLE "planned_orders" (
    "order_id" BIGINT NOT NULL,
    "courier_id" UUID,
    "position" SMALLINT,
    "arrives_at" TIMESTAMPTZ(3),
    "collected_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "reason" "unplanned_reason",
    "planned_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "planned_orders_pkey" PRIMARY KEY ("order_id")
);

-- CreateIndex
CREATE INDEX "planned_orders_of_courier" ON "planned_orders"("courier_id", "position");

ALTER TABLE "planned_orders" ADD CONSTRAINT "planned_for_courier_or_reason" CHECK (
    ("courier_id" IS NULL AND "reason" IS NOT NULL AND num_nonnulls("position", "arrives_at", "collected_at", "delivered_at") = 0)
    OR ("courier_id" IS NOT NULL AND "reason" IS NULL AND num_nonnulls("position", "arrives_at", "collected_at", "delivered_at") = 4));
