ALTER TABLE events VALIDATE CONSTRAINT event_has_one_body;
