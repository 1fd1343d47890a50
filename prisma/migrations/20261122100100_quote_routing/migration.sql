-- Whether a quote's distances are by road. The default is for processes of the version before, while both run.
ALTER TABLE "quotes" ADD COLUMN "routing" TEXT NOT NULL DEFAULT 'estimate';

ALTER TABLE "quotes" ADD CONSTRAINT "routing_is_known" CHECK ("routing" IN ('roads', 'estimate'));
