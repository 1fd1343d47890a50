CREATE INDEX "sign_in_attempts_by_age" ON "sign_in_attempts" ("tried_at");
