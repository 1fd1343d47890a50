-- CreateTable
CREATE TABLE "sign_in_attempts" (
    "id" TEXT NOT NULL,
    "tries" INTEGER NOT NULL,
    "blocked_until" TIMESTAMPTZ(3) NOT NULL,
    "tried_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_attempts_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "sign_in_attempts"
  ADD CONSTRAINT "attempt_is_of_a_hash" CHECK ("id" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "tries_count_from_1" CHECK ("tries" >= 1);

-- Operators see the open orders of every account; the ended ones are ever so many more.
CREATE INDEX "open_orders" ON "orders" ("mode", "id") WHERE "status" IN ('new', 'assigned', 'in_progress');
