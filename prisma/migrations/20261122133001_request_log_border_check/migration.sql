-- Reads the whole table, but blocks neither readers nor writers; the next migration then need not read it.
ALTER TABLE "logged_requests" VALIDATE CONSTRAINT "logged_before_days";
