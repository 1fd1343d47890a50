ALTER TABLE users VALIDATE CONSTRAINT roles_fit_account;
ALTER TABLE person_tokens VALIDATE CONSTRAINT invitation_names_roles;
-- squawk-ignore require-concurrent-index-creation
CREATE UNIQUE INDEX one_invitation_per_operator ON person_tokens (email) WHERE kind = 'invitation' AND account_id IS NULL;
