CREATE INDEX CONCURRENTLY unread_replies ON courier_messages (courier_id, sent_at) WHERE is_from_courier AND read_at IS NULL;
