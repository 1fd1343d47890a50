-- Most stops have no link of their own; one_dropoff_per_link has the others.
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX one_dropoff_per_tracking_token;

-- A row of the history is known by its order and status.
ALTER TABLE order_status_changes
  DROP CONSTRAINT order_status_changes_pkey,
  ADD CONSTRAINT each_status_once_per_order PRIMARY KEY USING INDEX each_status_once_per_order;

-- The order of an event names the account.
ALTER TABLE events DROP CONSTRAINT events_account_id_fkey;

-- Room for the changes of an order on its page, so that they insert into no index.
ALTER TABLE orders SET (fillfactor = 90);

-- order_last_changes replaces them. Where the former release may still run, it needs them, and a migration of the next
-- release drops them.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM accounts) THEN
    DROP INDEX orders_by_last_change, finished_orders_of_courier;
  END IF;
END $$;
