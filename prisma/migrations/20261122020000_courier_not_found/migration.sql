-- Columns without a default: the table is neither rewritten nor read, and its lock lasts a moment.
ALTER TABLE "orders" ADD COLUMN "courier_lost_at" TIMESTAMPTZ(3), ADD COLUMN "courier_not_found_at" TIMESTAMPTZ(3);
