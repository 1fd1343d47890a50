-- Half of each page stays free, so that a new version of a row finds room beside the old one.
CREATE UNLOGGED TABLE "rate_limit_windows" (
    "id" TEXT NOT NULL,
    "second" BIGINT NOT NULL,
    "counts" INTEGER[] NOT NULL,
    "is_allowed" BOOLEAN NOT NULL,

    CONSTRAINT "rate_limit_windows_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 50);
