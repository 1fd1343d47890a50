CREATE TABLE statements (
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  month text NOT NULL,
  time_zone text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3) NOT NULL,
  vat_percent numeric(4, 2),
  legal_name text,
  legal_details text,
  line_count integer NOT NULL,
  total numeric(14, 2) NOT NULL,
  CONSTRAINT statements_pkey PRIMARY KEY (account_id, month),
  CONSTRAINT statement_month_is_a_month CHECK (month ~ '^2[0-9]{3}-(0[1-9]|1[0-2])$'),
  CONSTRAINT statement_is_closed_after_its_month CHECK (starts_at < ends_at AND ends_at < closed_at)
);

CREATE TABLE statement_lines (
  account_id uuid NOT NULL,
  month text NOT NULL,
  order_id bigint NOT NULL REFERENCES orders ON UPDATE NO ACTION ON DELETE NO ACTION,
  order_code text NOT NULL,
  external_order_id text NOT NULL,
  is_correction boolean NOT NULL,
  corrects text,
  status order_status NOT NULL,
  ended_at timestamptz(3) NOT NULL,
  price numeric(12, 2) NOT NULL,
  cancellation numeric(12, 2) NOT NULL,
  waiting numeric(12, 2) NOT NULL,
  return numeric(12, 2) NOT NULL,
  adjustment numeric(12, 2) NOT NULL,
  total numeric(12, 2) NOT NULL,
  buyout numeric(12, 2) NOT NULL,
  tariff_id integer NOT NULL,
  return_meters integer,
  legs jsonb NOT NULL,
  CONSTRAINT statement_lines_pkey PRIMARY KEY (account_id, month, order_id),
  CONSTRAINT statement_lines_account_id_month_fkey FOREIGN KEY (account_id, month)
    REFERENCES statements ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT only_corrections_correct_a_month CHECK (corrects IS NULL OR is_correction AND corrects < month),
  CONSTRAINT statement_line_is_of_an_ended_order CHECK (status IN ('delivered', 'cancelled'))
);
CREATE INDEX statement_lines_of_order ON statement_lines (order_id);

CREATE FUNCTION reject_statement_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'A closed statement never changes.';
END $$;
CREATE TRIGGER statement_is_immutable BEFORE UPDATE OR DELETE ON statements
    FOR EACH ROW EXECUTE FUNCTION reject_statement_change();
CREATE TRIGGER statement_line_is_immutable BEFORE UPDATE OR DELETE ON statement_lines
    FOR EACH ROW EXECUTE FUNCTION reject_statement_change();

CREATE TABLE payments (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON UPDATE CASCADE ON DELETE RESTRICT,
  amount numeric(12, 2) NOT NULL,
  paid_on text NOT NULL,
  note text NOT NULL,
  entered_by_id uuid,
  entered_at timestamptz(3) NOT NULL,
  CONSTRAINT payment_is_not_zero CHECK (amount <> 0),
  CONSTRAINT payment_has_a_date CHECK (paid_on ~ '^2[0-9]{3}-[0-9]{2}-[0-9]{2}$'),
  CONSTRAINT payment_note_has_at_most_200_characters CHECK (char_length(note) <= 200)
);
CREATE INDEX payments_of_account ON payments (account_id, paid_on);

CREATE TRIGGER payment_is_audited AFTER INSERT OR UPDATE OR DELETE ON payments
  FOR EACH ROW EXECUTE FUNCTION record_audit('payment', '{id,account_id,entered_at,entered_by_id}');
