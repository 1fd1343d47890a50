-- CreateEnum
CREATE TYPE "person_token_kind" AS ENUM ('invitation', 'password_reset');

-- DropIndex
DROP INDEX "orders_newest_first";

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "time_zone" TEXT NOT NULL DEFAULT 'Europe/Moscow';

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "created_by_id" UUID;

-- AlterTable
ALTER TABLE "order_stops" ADD COLUMN     "search_phone" TEXT COLLATE "C" NOT NULL DEFAULT '',
ADD COLUMN     "search_street" TEXT COLLATE "C" NOT NULL DEFAULT '';

-- In the collation C a text's beginnings stand together in an index.
ALTER TABLE "orders" ALTER COLUMN "external_order_id" TYPE TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "saved_addresses" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
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
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_addresses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "person_tokens" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" "person_token_kind" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "email" TEXT NOT NULL,
    "account_id" UUID,
    "role" "user_role",
    "user_id" UUID,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "person_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "logged_requests" (
    "id" BIGSERIAL NOT NULL,
    "account_id" UUID NOT NULL,
    "mode" "mode" NOT NULL,
    "key_id" UUID NOT NULL,
    "request_id" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "duration_ms" DOUBLE PRECISION NOT NULL,
    "error_id" TEXT,
    "external_order_id" TEXT,
    "request_body" TEXT,
    "response_body" TEXT,

    CONSTRAINT "logged_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "one_saved_address_per_name" ON "saved_addresses"("account_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "one_person_token_per_hash" ON "person_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "invitations_of_account" ON "person_tokens"("account_id", "created_at");

-- CreateIndex
CREATE INDEX "person_tokens_by_expiry" ON "person_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "requests_newest_first" ON "logged_requests"("account_id", "mode", "id" DESC);

-- CreateIndex
CREATE INDEX "requests_of_key" ON "logged_requests"("account_id", "mode", "key_id", "id" DESC);

-- CreateIndex
CREATE INDEX "requests_of_order" ON "logged_requests"("account_id", "mode", "external_order_id", "id" DESC);

-- CreateIndex
CREATE INDEX "requests_by_request_id" ON "logged_requests"("account_id", "mode", "request_id");

-- CreateIndex
CREATE INDEX "requests_by_age" ON "logged_requests"("requested_at");

-- CreateIndex
CREATE INDEX "stops_by_street" ON "order_stops"("account_id", "search_street", "order_id");

-- CreateIndex
CREATE INDEX "stops_by_phone" ON "order_stops"("account_id", "search_phone", "order_id");

-- CreateIndex
CREATE INDEX "orders_newest_first" ON "orders"("account_id", "mode", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_by_status" ON "orders"("account_id", "mode", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "people_of_account" ON "users"("account_id", "created_at");

-- AddForeignKey
ALTER TABLE "saved_addresses" ADD CONSTRAINT "saved_addresses_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_tokens" ADD CONSTRAINT "person_tokens_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_tokens" ADD CONSTRAINT "person_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "logged_requests" ADD CONSTRAINT "logged_requests_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The stops of orders that were made before can be found by the beginning of their street as it was written.
UPDATE "order_stops" SET
  "search_street" = left(lower("street" || ' ' || "building"), 100),
  "search_phone" = left(reverse(regexp_replace("contact_value", '\D', '', 'g')), 10)
WHERE "position" > 0;

ALTER TABLE "saved_addresses"
  ADD CONSTRAINT "saved_place_is_on_earth" CHECK ("latitude" BETWEEN -90 AND 90 AND "longitude" BETWEEN -180 AND 180);

ALTER TABLE "person_tokens"
  ADD CONSTRAINT "person_token_hash_is_sha256" CHECK (octet_length("token_hash") = 32),
  ADD CONSTRAINT "invitation_names_account_and_role" CHECK (
    "kind" <> 'invitation' OR ("account_id" IS NOT NULL AND "role" IN ('owner', 'staff') AND "user_id" IS NULL)),
  ADD CONSTRAINT "reset_names_a_person" CHECK ("kind" <> 'password_reset' OR "user_id" IS NOT NULL),
  ADD CONSTRAINT "person_token_expires_after_issue" CHECK ("expires_at" > "created_at");

-- One open invitation per address: a second one takes the place of the first.
CREATE UNIQUE INDEX "one_invitation_per_email" ON "person_tokens" ("account_id", "email") WHERE "kind" = 'invitation';

-- Failed calls are what one looks for; they are few.
CREATE INDEX "failed_requests" ON "logged_requests" ("account_id", "mode", "id" DESC) WHERE "status" >= 400;
