-- AlterTable
ALTER TABLE "planned_orders" ADD COLUMN     "notified_arrival" TIMESTAMPTZ(3),
ADD COLUMN     "unplanned_since" TIMESTAMPTZ(3);
