CREATE TABLE imports (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  mode mode NOT NULL,
  file_name text NOT NULL,
  header text[],
  total integer NOT NULL,
  groups jsonb NOT NULL,
  batch_ids uuid[] DEFAULT '{}',
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT file_name_has_1_to_255_characters CHECK (char_length(file_name) BETWEEN 1 AND 255)
);
CREATE INDEX imports_by_account ON imports (account_id, mode, created_at);
CREATE INDEX imports_by_age ON imports (created_at);

CREATE TABLE import_columns (
  account_id uuid PRIMARY KEY REFERENCES accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  columns jsonb NOT NULL
);
