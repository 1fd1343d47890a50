import * as z from "zod";
import type { Queryable } from "@/lib/db/client";
import { json, text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import type { Way } from "@/lib/routing/driven-legs";

const WAY = {
  places: text,
  legs: json(z.array(z.object({ geometry: z.string(), durationSeconds: z.number() }))),
};

/** How an order's courier drives it by road; null while that is not known, or for another courier. */
export async function findWay(db: Queryable, orderId: bigint, courierId: string | null): Promise<Way | null> {
  if (courierId === null) return null;
  const [way] = await query(db, WAY)`
    SELECT places, legs FROM order_ways WHERE order_id = ${orderId} AND courier_id = ${courierId}::uuid`;
  return way ?? null;
}
