ALTER TABLE courier_messages ADD COLUMN is_from_courier boolean NOT NULL DEFAULT false;
