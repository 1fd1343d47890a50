-- CreateTable
CREATE TABLE "secret_key_checks" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "value" BYTEA NOT NULL,

    CONSTRAINT "secret_key_checks_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "secret_key_checks" ADD CONSTRAINT "one_secret_key_check" CHECK ("id" = 1);
