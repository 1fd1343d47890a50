-- CreateEnum
CREATE TYPE "duration_kind" AS ENUM ('offer', 'wait', 'drive', 'door');

-- CreateTable
CREATE TABLE "learned_durations" (
    "kind" "duration_kind" NOT NULL,
    "group_name" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "effect" DOUBLE PRECISION NOT NULL,
    "spread" DOUBLE PRECISION NOT NULL,
    "order_count" INTEGER NOT NULL,
    "learned_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "learned_durations_pkey" PRIMARY KEY ("kind","group_name")
);
