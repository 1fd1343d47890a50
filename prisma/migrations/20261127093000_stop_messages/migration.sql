ALTER TABLE order_stops ADD COLUMN messages jsonb;
ALTER TABLE order_stops ADD CONSTRAINT stop_has_1_to_40_messages
  CHECK (jsonb_array_length(messages) BETWEEN 1 AND 40) NOT VALID;
