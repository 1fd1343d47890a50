-- AlterTable
ALTER TABLE "accounts" ADD COLUMN "recipient_decides" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "order_stops"
  ADD COLUMN "recipient_decided" BOOLEAN NOT NULL DEFAULT false,
  ADD CONSTRAINT "recipient_decided_what_they_asked_for"
    CHECK (NOT "recipient_decided" OR "recipient_request" IS NOT NULL);
