-- Duties of which one process at a time takes care. A process only ever updates the row, so asking for a lease that
-- another one holds writes nothing.
CREATE TABLE "leases" (
    "name" TEXT NOT NULL,
    "holder" UUID NOT NULL,
    "held_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "leases_pkey" PRIMARY KEY ("name")
);

INSERT INTO "leases" ("name", "holder", "held_until")
VALUES ('dispatch', '00000000-0000-0000-0000-000000000000', '2000-01-01T00:00:00Z');
