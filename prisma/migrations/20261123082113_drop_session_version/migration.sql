-- Sessions are rows of their own: nothing decides by this number.
ALTER TABLE "users" DROP COLUMN "session_version";
