CREATE TABLE courier_shifts (
  id bigserial NOT NULL,
  courier_id uuid NOT NULL,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT courier_shifts_pkey PRIMARY KEY (id),
  CONSTRAINT courier_shifts_courier_id_fkey FOREIGN KEY (courier_id) REFERENCES couriers (id)
    ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT shift_ends_after_its_start CHECK (ended_at >= started_at)
);
CREATE INDEX shifts_of_courier ON courier_shifts (courier_id, started_at);
CREATE UNIQUE INDEX one_open_shift_per_courier ON courier_shifts (courier_id) WHERE ended_at IS NULL;

-- A trigger, since processes of the former release begin and end shifts as well.
CREATE FUNCTION record_shift() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE courier_shifts SET ended_at = greatest(started_at, coalesce(NEW.on_shift_since, now()))
  WHERE courier_id = NEW.id AND ended_at IS NULL AND started_at IS DISTINCT FROM NEW.on_shift_since;
  INSERT INTO courier_shifts (courier_id, started_at) SELECT NEW.id, NEW.on_shift_since
  WHERE NEW.on_shift_since IS NOT NULL
  ON CONFLICT (courier_id) WHERE ended_at IS NULL DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER shifts_are_recorded AFTER INSERT OR UPDATE OF on_shift_since ON couriers
  FOR EACH ROW EXECUTE FUNCTION record_shift();

INSERT INTO courier_shifts (courier_id, started_at)
SELECT id, on_shift_since FROM couriers WHERE on_shift_since IS NOT NULL;
