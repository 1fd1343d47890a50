-- CreateEnum
CREATE TYPE "recipient_request" AS ENUM ('come_again', 'leave', 'later');

-- AlterTable
ALTER TABLE "order_stops"
  ADD COLUMN "recipient_request" "recipient_request",
  ADD COLUMN "recipient_request_at" TIMESTAMPTZ(3),
  ADD CONSTRAINT "recipient_request_has_its_time"
    CHECK (("recipient_request" IS NULL) = ("recipient_request_at" IS NULL));
