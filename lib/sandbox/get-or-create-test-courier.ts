import { randomInt } from "node:crypto";
import type { Context } from "@/lib/context";
import { changeTransport } from "@/lib/couriers/change-transport";
import { COURIER_HAS_ORDER_SQL } from "@/lib/couriers/courier-has-order-sql";
import { createCourier, type Transport } from "@/lib/couriers/create-courier";
import { placeSimulatedCourier } from "@/lib/couriers/place-simulated";
import { getProfile, type TransportType, transportsFor } from "@/lib/couriers/vehicle";
import type { Transaction } from "@/lib/db/client";
import { uuid } from "@/lib/db/row";
import { query, type Sql, sql } from "@/lib/db/sql";
import type { Point } from "@/lib/point";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import { toDecimeter } from "@/lib/routing/geo";
import { destinationPoint } from "@/lib/routing/path";

/** Maximum across all accounts. While all are busy, further test orders wait. */
export const MAX_TEST_COURIERS = 200;

const FIRST_NAMES = ["Алексей", "Светлана", "Тимур", "Юлия", "Даниил", "Мария", "Игорь", "Алина", "Руслан"];
const LAST_NAMES = ["Мороз", "Гончар", "Бондарь", "Коваленко", "Черных", "Руденко", "Ткач", "Шевчук"];

const turn = (names: readonly string[], count: number): string => names[count % names.length] ?? "";

/** Number plates differ in three digits. */
const PLATES = 1000;

const VEHICLES: Readonly<
  Record<TransportType, { make?: string; model?: string; color?: string; hasPlate?: true }>
> = {
  foot: {},
  bike: { color: "зелёный" },
  car: { make: "Dacia", model: "Logan", color: "белый", hasPlate: true },
  van: { make: "ГАЗ", model: "ГАЗель", color: "синий", hasPlate: true },
};

/** Couriers `c` of test mode who carry nothing and have not refused this order. */
const areIdle = (orderId: bigint): Sql => sql`
  c.mode = 'test' AND c.disabled_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.courier_id = c.id AND ${COURIER_HAS_ORDER_SQL})
  AND NOT EXISTS (SELECT 1 FROM dispatch_refusals r WHERE r.order_id = ${orderId} AND r.courier_id = c.id)`;

const haveTransport = (transports: readonly TransportType[]): Sql =>
  sql`c.transport_type = ANY(${[...transports]}::transport_type[])`;

/**
 * Locks an idle courier whose vehicle fits, creates one, or at the limit converts an idle one, and places them 300 to
 * 600 m from the pickup. Null while all couriers are busy.
 */
export async function getOrCreateTestCourier(
  context: Context,
  tx: Transaction,
  order: { id: bigint; pickup: Point; cargoSizes: readonly CargoSize[] },
): Promise<string | null> {
  // Only cars and vans match the trip's estimate; on foot the order would take many times as long.
  const transports = transportsFor(order.cargoSizes).filter((type) => getProfile(type) === "driving");
  const type = transports[0] ?? "van";
  const courierId =
    (await lockIdleCourier(tx, sql`${areIdle(order.id)} AND ${haveTransport(transports)}`)) ??
    (await hireTestCourier(tx, type)) ??
    (await convertIdleCourier(tx, order.id, type));
  if (courierId === null) return null;
  const at = toDecimeter(destinationPoint(order.pickup, randomInt(360), 300 + randomInt(300)));
  await placeSimulatedCourier(tx, courierId, at, context.clock.now());
  return courierId;
}

/** Locks the first of the couriers `c` that match, by age. */
async function lockIdleCourier(tx: Transaction, condition: Sql): Promise<string | null> {
  const [idle] = await query(tx, { id: uuid })`
    SELECT c.id FROM couriers c WHERE ${condition}
    ORDER BY c.created_at, c.id LIMIT 1 FOR NO KEY UPDATE OF c SKIP LOCKED`;
  return idle?.id ?? null;
}

/** Creates a courier of test mode; null at the limit. */
async function hireTestCourier(tx: Transaction, type: TransportType): Promise<string | null> {
  const count = await tx.models.courier.count({ where: { mode: "test", disabledAt: null } });
  if (count >= MAX_TEST_COURIERS) return null;
  const courier = await createCourier(tx, {
    name: `${turn(FIRST_NAMES, count)} ${turn(LAST_NAMES, count)}`,
    // Phone numbers of this form are never assigned.
    phone: `+7000000${String(count).padStart(4, "0")}`,
    transport: buildTransport(type, count),
    isSimulated: true,
    mode: "test",
  });
  return courier.id;
}

/** Gives an idle courier with any vehicle one of this type; null while all are busy. */
async function convertIdleCourier(
  tx: Transaction,
  orderId: bigint,
  type: TransportType,
): Promise<string | null> {
  const courierId = await lockIdleCourier(tx, areIdle(orderId));
  if (courierId !== null) await changeTransport(tx, courierId, buildTransport(type, randomInt(PLATES)));
  return courierId;
}

function buildTransport(type: TransportType, plate: number): Transport {
  const { hasPlate, ...vehicle } = VEHICLES[type];
  const number = hasPlate ? `ABC${String(plate % PLATES).padStart(3, "0")}` : undefined;
  return { type, ...vehicle, number };
}
