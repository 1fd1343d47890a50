-- Shown to the shop; null for orders that were erased before.
ALTER TABLE orders ADD COLUMN erased_at timestamptz(3);
-- The account whose owner asked; the audit trigger files the record there.
ALTER TABLE erasures ADD COLUMN account_id uuid;
