CREATE TABLE backup_states (
  id smallint NOT NULL DEFAULT 1,
  target text NOT NULL,
  backup_id text,
  taken_at timestamptz(3),
  verified_at timestamptz(3),
  bytes bigint,
  timeline integer,
  archived_until timestamptz(3),
  failure text,
  failed_at timestamptz(3),
  CONSTRAINT backup_states_pkey PRIMARY KEY (id),
  CONSTRAINT backup_states_has_one_row CHECK (id = 1)
);

INSERT INTO leases (name, holder, held_until)
  VALUES ('backup', '00000000-0000-0000-0000-000000000000', '2000-01-01T00:00:00Z');
