-- What an account's couriers carry, for its board and its overview. Without it, PostgreSQL may look for these few among
-- all orders of the account.
CREATE INDEX "carried_orders" ON "orders" ("account_id", "mode")
  WHERE "status" IN ('assigned', 'in_progress') OR "return_state" = 'on_the_way';

-- The release before this one no longer reads it.
ALTER TABLE "users" DROP COLUMN "session_version";
