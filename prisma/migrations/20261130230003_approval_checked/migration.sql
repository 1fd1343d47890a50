ALTER TABLE accounts VALIDATE CONSTRAINT rejection_has_reason;
ALTER TABLE accounts VALIDATE CONSTRAINT rejection_reason_is_bounded;
