CREATE TYPE person_role AS ENUM ('owner', 'manager', 'dispatcher', 'developer', 'finance', 'viewer', 'support');

ALTER TABLE users
  ADD COLUMN roles person_role[] NOT NULL DEFAULT '{}',
  ALTER COLUMN role SET DEFAULT 'staff';
ALTER TABLE person_tokens ADD COLUMN roles person_role[] NOT NULL DEFAULT '{}';

-- What a role of the former release permits.
CREATE FUNCTION to_person_roles(role user_role) RETURNS person_role[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN role IS NULL THEN '{}' WHEN role = 'staff' THEN '{dispatcher,viewer}' ELSE '{owner}' END::person_role[]
$$;

-- Processes of the former release read and write users.role and person_tokens.role. They let a person of a narrower role
-- do what staff may, and do not know links of other roles than an owner's.
CREATE FUNCTION keep_roles_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.roles = '{}' OR (TG_OP = 'UPDATE' AND NEW.roles = OLD.roles AND NEW.role <> OLD.role) THEN
    NEW.roles := to_person_roles(NEW.role);
  ELSE
    NEW.role := CASE WHEN NEW.account_id IS NULL THEN 'operator'
                     WHEN 'owner' = ANY (NEW.roles) THEN 'owner'
                     ELSE 'staff' END;
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION keep_roles_of_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.roles = '{}' OR (TG_OP = 'UPDATE' AND NEW.roles = OLD.roles AND NEW.role IS DISTINCT FROM OLD.role) THEN
    NEW.roles := to_person_roles(NEW.role);
  ELSE
    NEW.role := CASE WHEN NEW.account_id IS NOT NULL AND NEW.roles = '{owner}' THEN 'owner' END;
  END IF;
  RETURN NEW;
END $$;

-- Not audited: the roles permit what the former ones did.
ALTER TABLE users DISABLE TRIGGER user_is_audited;
ALTER TABLE person_tokens DISABLE TRIGGER invitation_is_audited;
UPDATE users SET roles = to_person_roles(role);
UPDATE person_tokens SET roles = to_person_roles(role);
ALTER TABLE users ENABLE TRIGGER user_is_audited;
ALTER TABLE person_tokens ENABLE TRIGGER invitation_is_audited;

CREATE TRIGGER roles_are_kept BEFORE INSERT OR UPDATE OF role, roles ON users
  FOR EACH ROW EXECUTE FUNCTION keep_roles_of_user();
CREATE TRIGGER roles_are_kept BEFORE INSERT OR UPDATE OF role, roles ON person_tokens
  FOR EACH ROW WHEN (NEW.kind = 'invitation') EXECUTE FUNCTION keep_roles_of_invitation();

CREATE FUNCTION do_roles_fit(account_id uuid, roles person_role[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT roles <> '{}' AND roles <@ CASE
    WHEN account_id IS NULL THEN '{owner,dispatcher,support,finance}'
    ELSE '{owner,manager,dispatcher,developer,finance,viewer}' END::person_role[]
$$;
ALTER TABLE users ADD CONSTRAINT roles_fit_account CHECK (do_roles_fit(account_id, roles)) NOT VALID;
ALTER TABLE person_tokens
  DROP CONSTRAINT invitation_names_account_and_role,
  ADD CONSTRAINT invitation_names_roles CHECK (
    kind <> 'invitation' OR (user_id IS NULL AND do_roles_fit(account_id, roles))
  ) NOT VALID;
