-- For the clean-up, which otherwise reads all events each hour.
CREATE INDEX CONCURRENTLY "events_by_age" ON "events" ("created_at");
