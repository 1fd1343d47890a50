import * as z from "zod";
import { MAX_ORDERS_IN_HAND } from "@/lib/couriers/max-orders-in-hand";
import type { TransportType } from "@/lib/couriers/vehicle";
import type { Database } from "@/lib/db/client";
import { stackingSettings } from "@/lib/db/generated/columns";
import { StackingScope } from "@/lib/db/generated/enums";
import { pick } from "@/lib/db/row";
import { RowCache } from "@/lib/db/row-cache";
import { query } from "@/lib/db/sql";

export const STACKING_SCOPES = Object.values(StackingScope);

/** Rules for several orders in one route. */
export interface StackingSettings {
  /** Which orders may be in one route: none, those of one account, or those of all accounts. */
  readonly scope: StackingScope;
  readonly maxOrders: Readonly<Record<TransportType, number>>;
  /** The longest delay of a recipient by another order. */
  readonly maxAddedMinutes: number;
}

export const areRoutesShared = ({ scope }: Pick<StackingSettings, "scope">): boolean => scope !== "none";

const MAX_ADDED_MINUTES = 120;

export const STACKING_TABLE = "stacking_settings";
const ONLY = "current";

const current = new RowCache<StackingSettings>({ table: STACKING_TABLE, most: 1 });

const COLUMNS = pick(
  stackingSettings,
  "scope maxOrdersFoot maxOrdersBike maxOrdersCar maxOrdersVan maxAddedMinutes",
);

/** Cached; a change applies on every process within a second. */
export function getStackingSettings(db: Database): Promise<StackingSettings> {
  return current.get(db, ONLY, async () => {
    const [row] = await query(db, COLUMNS)`
      SELECT scope, max_orders_foot, max_orders_bike, max_orders_car, max_orders_van, max_added_minutes
      FROM stacking_settings`;
    if (row === undefined) throw new Error("A migration writes the settings of stacking.");
    const { scope, maxOrdersFoot, maxOrdersBike, maxOrdersCar, maxOrdersVan, maxAddedMinutes } = row;
    const maxOrders = { foot: maxOrdersFoot, bike: maxOrdersBike, car: maxOrdersCar, van: maxOrdersVan };
    return { scope, maxOrders, maxAddedMinutes };
  });
}

const toCount = (least: number, most: number, error: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, { error })
    .transform(Number)
    .refine((count) => count >= least && count <= most, { error });

const orderCount = toCount(1, MAX_ORDERS_IN_HAND, "order_count");

export const stackingChoice = z.object({
  scope: z.enum(STACKING_SCOPES, { error: "required" }),
  max_orders_foot: orderCount,
  max_orders_bike: orderCount,
  max_orders_car: orderCount,
  max_orders_van: orderCount,
  max_added_minutes: toCount(0, MAX_ADDED_MINUTES, "added_minutes"),
});
