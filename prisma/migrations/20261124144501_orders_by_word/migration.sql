-- New entries are gathered and added together, which costs a create less than half of adding each word by itself.
CREATE INDEX CONCURRENTLY "orders_by_word" ON "order_stops" USING GIN ("search_words") WHERE "position" = 0;
