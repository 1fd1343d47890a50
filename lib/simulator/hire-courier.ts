import { randomInt } from "node:crypto";
import type { Context } from "@/lib/context";
import { createCourier } from "@/lib/couriers/create-courier";
import { placeSimulatedCourier } from "@/lib/couriers/place-simulated";
import { getProfile, type TransportType, transportsFor } from "@/lib/couriers/vehicle";
import type { Transaction } from "@/lib/db/client";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import { type Point, toDecimeter } from "@/lib/routing/geo";
import { destinationPoint } from "@/lib/routing/path";
import { countTestCouriers, lockIdleTestCourier, lockNearestTestCourier } from "@/lib/simulator/store";

/** Over all accounts; more test orders wait their turn. */
const MAX_TEST_COURIERS = 200;

const FIRST_NAMES = ["Алексей", "Светлана", "Тимур", "Юлия", "Даниил", "Мария", "Игорь", "Алина", "Руслан"];
const LAST_NAMES = ["Мороз", "Гончар", "Бондарь", "Коваленко", "Черных", "Руденко", "Ткач", "Шевчук"];

const turn = (names: readonly string[], count: number): string => names[count % names.length] ?? "";

const VEHICLES: Readonly<
  Record<TransportType, { make?: string; model?: string; color?: string; plate?: true }>
> = {
  foot: {},
  bike: { color: "зелёный" },
  car: { make: "Dacia", model: "Logan", color: "белый", plate: true },
  van: { make: "ГАЗ", model: "ГАЗель", color: "синий", plate: true },
};

export function takeEveningCourier(
  tx: Transaction,
  order: { id: bigint; pickup: Point; cargoSizes: readonly CargoSize[] },
): Promise<string | null> {
  return lockNearestTestCourier(tx, order, transportsFor(order.cargoSizes));
}

/** An idle driver or a new one, locked, a few streets from the pickup; null while the limit is reached. */
export async function getOrCreateTestCourier(
  context: Context,
  tx: Transaction,
  order: { id: bigint; pickup: Point; cargoSizes: readonly CargoSize[] },
): Promise<string | null> {
  // By car or van, which the trip's own estimate is for: on foot the same order would take many times as long.
  const transports = transportsFor(order.cargoSizes).filter((type) => getProfile(type) === "driving");
  const courierId =
    (await lockIdleTestCourier(tx, order.id, transports)) ?? (await hireForTests(tx, transports[0] ?? "van"));
  if (courierId === null) return null;
  const at = toDecimeter(destinationPoint(order.pickup, randomInt(360), 300 + randomInt(300)));
  await placeSimulatedCourier(tx, courierId, at, context.clock.now());
  return courierId;
}

export async function hireForTests(tx: Transaction, type: TransportType): Promise<string | null> {
  const count = await countTestCouriers(tx);
  if (count >= MAX_TEST_COURIERS) return null;
  const { plate, ...vehicle } = VEHICLES[type];
  const number = plate ? { number: `ABC${String(count % 1000).padStart(3, "0")}` } : {};
  const courier = await createCourier(tx, {
    name: `${turn(FIRST_NAMES, count)} ${turn(LAST_NAMES, count)}`,
    // Numbers of this form are never assigned to anybody.
    phone: `+7000000${String(count).padStart(4, "0")}`,
    transport: { type, ...vehicle, ...number },
    isSimulated: true,
    mode: "test",
  });
  return courier.id;
}
