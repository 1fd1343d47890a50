ALTER TABLE events ADD COLUMN traceparent text;
ALTER TABLE recipient_messages ADD COLUMN traceparent text;
