-- AlterTable
ALTER TABLE "service_areas" ADD COLUMN "pauses" JSONB NOT NULL DEFAULT '[]';
