import * as z from "zod";
import type { Queryable } from "@/lib/db/client";
import { json, text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import type { Way } from "@/lib/routing/driven-legs";

const WAY = {
  places: text,
  legs: json(z.array(z.object({ geometry: z.string(), durationSeconds: z.number() }))),
};

/** Returns how an order's courier drives it by road; null while that is unknown, or known only for another courier. */
export async function findWay(db: Queryable, orderId: bigint): Promise<Way | null> {
  const [way] = await query(db, WAY)`
    SELECT w.places, w.legs FROM order_ways w JOIN orders o ON o.id = w.order_id AND o.courier_id = w.courier_id
    WHERE w.order_id = ${orderId}`;
  return way ?? null;
}
