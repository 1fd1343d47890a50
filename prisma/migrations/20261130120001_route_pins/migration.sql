-- CreateTable
CREATE TABLE "route_pins" (
    "order_id" BIGINT NOT NULL,
    "courier_id" UUID NOT NULL,
    "pinned_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "route_pins_pkey" PRIMARY KEY ("order_id")
);

-- CreateIndex
CREATE INDEX "route_pins_of_courier" ON "route_pins"("courier_id");

-- AddForeignKey
ALTER TABLE "route_pins" ADD CONSTRAINT "route_pins_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "route_pins" ADD CONSTRAINT "route_pins_courier_id_fkey" FOREIGN KEY ("courier_id") REFERENCES "couriers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
