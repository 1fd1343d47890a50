-- CreateTable
CREATE TABLE "exception_claims" (
    "mode" "mode" NOT NULL,
    "kind" "exception_kind" NOT NULL,
    "subject" TEXT NOT NULL,
    "claimed_by_id" UUID NOT NULL,
    "claimed_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "exception_claims_pkey" PRIMARY KEY ("mode", "kind", "subject"),
    CONSTRAINT "claimed_subject_length" CHECK (char_length("subject") BETWEEN 1 AND 100)
);

-- CreateIndex
CREATE INDEX "exception_claims_by_end" ON "exception_claims"("claimed_until");
