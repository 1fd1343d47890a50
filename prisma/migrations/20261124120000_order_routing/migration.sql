-- Whether an order's distances are by road. Null for orders from before, and of processes of the version before.
ALTER TABLE "orders" ADD COLUMN "routing" TEXT;

-- Not valid: no existing row has a value, so none need be read under the lock.
ALTER TABLE "orders" ADD CONSTRAINT "order_routing_is_known" CHECK ("routing" IN ('roads', 'estimate')) NOT VALID;
