ALTER TABLE orders ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
ALTER TABLE order_stops ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';

-- A row for each key of an order, so that any value is found newest first. An index of orders would be written at every
-- change of status.
CREATE TABLE order_metadata (
  account_id uuid NOT NULL,
  mode mode NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL,
  order_id bigint NOT NULL REFERENCES orders ON UPDATE CASCADE ON DELETE CASCADE,
  PRIMARY KEY (account_id, mode, key, value, created_at, order_id),
  CONSTRAINT metadata_key_has_1_to_40_characters CHECK (char_length(key) BETWEEN 1 AND 40),
  CONSTRAINT metadata_value_has_at_most_500_characters CHECK (char_length(value) <= 500)
);
