ALTER TABLE service_areas ADD COLUMN waiting_limits jsonb NOT NULL DEFAULT '{}';
