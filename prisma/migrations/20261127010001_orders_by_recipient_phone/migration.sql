CREATE INDEX CONCURRENTLY orders_by_recipient_phone ON order_stops
  (account_id, left(regexp_replace(contact_value, '[^0-9]', '', 'g'), 21), order_id) WHERE position > 0;
