import { readFileSync } from "node:fs";
import { basename, join } from "node:path";

/**
 * An instance of the Meal Delivery Routing Problem: four tab-separated files in a folder. Times are whole minutes,
 * coordinates meters. Orders become known at their placement.
 */
export interface Instance {
  readonly name: string;
  readonly restaurants: readonly Place[];
  readonly orders: readonly InstanceOrder[];
  readonly couriers: readonly InstanceCourier[];
  readonly metersPerMinute: number;
  /** Half of the service is done before the collection or handover, half after it. */
  readonly pickupMinutes: number;
  readonly dropoffMinutes: number;
  readonly targetMinutes: number;
  readonly payPerOrder: number;
  readonly payPerHour: number;
}

export interface Place {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

export interface InstanceOrder extends Place {
  readonly placedAt: number;
  readonly restaurant: Place;
  readonly readyAt: number;
}

export interface InstanceCourier extends Place {
  readonly onAt: number;
  readonly offAt: number;
}

/** @throws Error for a missing file, or a row without all its values */
export function readInstance(folder: string): Instance {
  const restaurants = readRows(folder, "restaurants").map((row) => toPlace(row));
  const byId = new Map(restaurants.map((restaurant) => [restaurant.id, restaurant]));
  const orders = readRows(folder, "orders").map((row): InstanceOrder => {
    const restaurant = byId.get(row[4] ?? "");
    if (restaurant === undefined) throw new Error(`Unknown restaurant of order ${row[0]} in ${folder}.`);
    return { ...toPlace(row), placedAt: toNumber(row, 3), restaurant, readyAt: toNumber(row, 5) };
  });
  const couriers = readRows(folder, "couriers").map(
    (row): InstanceCourier => ({ ...toPlace(row), onAt: toNumber(row, 3), offAt: toNumber(row, 4) }),
  );
  const [parameters = []] = readRows(folder, "instance_parameters");
  return {
    name: basename(folder),
    restaurants,
    orders,
    couriers,
    metersPerMinute: toNumber(parameters, 0),
    pickupMinutes: toNumber(parameters, 1),
    dropoffMinutes: toNumber(parameters, 2),
    targetMinutes: toNumber(parameters, 3),
    payPerOrder: toNumber(parameters, 5),
    payPerHour: toNumber(parameters, 6),
  };
}

/** The same day if the goods were ready when ordered. */
export const withReadyGoods = (instance: Instance): Instance => ({
  ...instance,
  orders: instance.orders.map((order) => ({ ...order, readyAt: order.placedAt })),
});

export function travelMinutes(instance: Instance, from: Place, to: Place): number {
  return Math.ceil(Math.hypot(from.x - to.x, from.y - to.y) / instance.metersPerMinute);
}

/** Rows without the header. */
function readRows(folder: string, name: string): string[][] {
  const lines = readFileSync(join(folder, `${name}.txt`), "utf8")
    .trim()
    .split("\n");
  return lines.slice(1).map((line) => line.trim().split("\t"));
}

function toPlace(row: readonly string[]): Place {
  const [id] = row;
  if (id === undefined || id === "") throw new Error("A row has no identifier.");
  return { id, x: toNumber(row, 1), y: toNumber(row, 2) };
}

function toNumber(row: readonly string[], column: number): number {
  const value = Number(row[column]);
  if (Number.isNaN(value)) throw new Error(`Not a number in column ${column + 1}: ${row.join(" ")}`);
  return value;
}
