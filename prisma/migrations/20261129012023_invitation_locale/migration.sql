-- The language of the page on which a shop signed up; null for invitations by people.
ALTER TABLE person_tokens ADD COLUMN locale locale;
