-- CreateEnum
CREATE TYPE "delay_cause" AS ENUM ('packing', 'stops', 'traffic', 'courier');

-- CreateTable
CREATE TABLE "shown_arrivals" (
    "order_id" BIGINT NOT NULL,
    "position" SMALLINT NOT NULL,
    "promised_until" TIMESTAMPTZ(3) NOT NULL,
    "first_from" TIMESTAMPTZ(3) NOT NULL,
    "first_to" TIMESTAMPTZ(3) NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "shown_from" TIMESTAMPTZ(3) NOT NULL,
    "shown_to" TIMESTAMPTZ(3) NOT NULL,
    "courier_id" UUID NOT NULL,
    "attempts" SMALLINT NOT NULL,
    "former_from" TIMESTAMPTZ(3),
    "former_to" TIMESTAMPTZ(3),
    "cause" "delay_cause",
    "moved_at" TIMESTAMPTZ(3),

    CONSTRAINT "shown_arrivals_pkey" PRIMARY KEY ("order_id","position")
);

-- AddForeignKey
ALTER TABLE "shown_arrivals" ADD CONSTRAINT "shown_arrivals_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "shown_arrivals" ADD CONSTRAINT "shown_windows_end_after_their_start"
  CHECK (first_from < first_to AND shown_from < shown_to AND former_from < former_to);
ALTER TABLE "shown_arrivals" ADD CONSTRAINT "former_window_has_cause"
  CHECK (num_nonnulls(former_from, former_to, cause) IN (0, 3) AND (cause IS NULL OR moved_at IS NOT NULL));
ALTER TABLE "shown_arrivals" ADD CONSTRAINT "shown_arrival_belongs_to_dropoff" CHECK (position BETWEEN 1 AND 10);

INSERT INTO leases (name, holder, held_until)
VALUES ('arrivals', '00000000-0000-0000-0000-000000000000', '2000-01-01T00:00:00Z');
