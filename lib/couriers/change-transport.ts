import { type Transport, toTransportColumns } from "@/lib/couriers/create-courier";
import type { Queryable } from "@/lib/db/client";

/** The caller has locked the courier, who has no order. */
export async function changeTransport(db: Queryable, courierId: string, transport: Transport): Promise<void> {
  await db.models.courier.updateMany({ where: { id: courierId }, data: toTransportColumns(transport) });
}
