ALTER TABLE "service_areas" ADD COLUMN "special_hours" JSONB NOT NULL DEFAULT '{}';
