CREATE TYPE "batch_outcome" AS ENUM ('pending', 'created', 'existing', 'rejected', 'skipped');

CREATE TABLE "batches" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "mode" "mode" NOT NULL,
    "external_batch_id" TEXT,
    "key_id" UUID,
    "user_id" UUID,
    "total" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "batches_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "external_batch_id_has_1_to_128_characters" CHECK (char_length(external_batch_id) BETWEEN 1 AND 128),
    CONSTRAINT "batch_comes_from_a_key_or_a_user" CHECK (num_nonnulls(key_id, user_id) = 1),
    CONSTRAINT "batch_has_1_to_500_orders" CHECK (total BETWEEN 1 AND 500)
);

CREATE TABLE "batch_items" (
    "id" BIGSERIAL NOT NULL,
    "batch_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "external_order_id" TEXT,
    "outcome" "batch_outcome" NOT NULL DEFAULT 'pending',
    "order_code" TEXT,
    "error" JSONB,
    "body" TEXT,

    CONSTRAINT "batch_items_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "body_is_stored_while_pending" CHECK ((outcome = 'pending') = (body IS NOT NULL)),
    CONSTRAINT "order_code_belongs_to_an_order" CHECK ((outcome IN ('created', 'existing')) = (order_code IS NOT NULL)),
    CONSTRAINT "error_explains_a_rejection" CHECK ((outcome = 'rejected') = (error IS NOT NULL))
);

CREATE INDEX "batches_by_age" ON "batches"("created_at");
CREATE UNIQUE INDEX "one_batch_per_external_id" ON "batches"("account_id", "mode", "external_batch_id");
CREATE UNIQUE INDEX "one_batch_item_per_position" ON "batch_items"("batch_id", "position");
CREATE INDEX "unfinished_batches" ON "batches"("account_id") WHERE finished_at IS NULL;
CREATE INDEX "pending_batch_items" ON "batch_items"("account_id", "id") WHERE outcome = 'pending';

ALTER TABLE "batches" ADD CONSTRAINT "batches_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "batch_items" ADD CONSTRAINT "batch_items_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An order and its outcome are one statement: if the batch is stopped meanwhile, neither is written.
CREATE FUNCTION keep_batch_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the outcome is final' USING ERRCODE = 'check_violation', CONSTRAINT = 'batch_outcome_is_final';
END $$;
CREATE TRIGGER batch_outcome_is_final BEFORE UPDATE ON batch_items
    FOR EACH ROW WHEN (OLD.outcome <> 'pending') EXECUTE FUNCTION keep_batch_outcome();
