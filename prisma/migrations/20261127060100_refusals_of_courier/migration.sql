CREATE INDEX CONCURRENTLY refusals_of_courier ON dispatch_refusals (courier_id, refused_at);
