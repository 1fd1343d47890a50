-- AlterTable
ALTER TABLE "events" ADD COLUMN     "actor_id" TEXT,
ADD COLUMN     "actor_type" TEXT;
