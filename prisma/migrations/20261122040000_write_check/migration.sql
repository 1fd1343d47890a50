-- The row that readiness rewrites to learn whether the database takes writes.
CREATE TABLE "write_checks" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "checked_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "write_checks_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "write_checks" ADD CONSTRAINT "one_write_check" CHECK ("id" = 1);
