import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The collections, deliveries and drives of an instance's day. Times are minutes, identifiers those of the instance. */
export interface Solution {
  readonly collections: readonly Collection[];
  readonly deliveries: readonly Delivery[];
  /** In the sequence in which each courier drives. */
  readonly drives: readonly Drive[];
}

export interface Collection {
  readonly assignedAt: number;
  readonly collectedAt: number;
  readonly courier: string;
  /** In driving sequence. */
  readonly orders: readonly string[];
}

export interface Delivery {
  readonly order: string;
  readonly placedAt: number;
  readonly readyAt: number;
  readonly collectedAt: number;
  readonly deliveredAt: number;
  readonly courier: string;
}

export interface Drive {
  readonly courier: string;
  readonly departsAt: number;
  /** `COURIER_START` or an identifier. */
  readonly origin: string;
  readonly destination: string;
}

/** Stands in the files for the place where a courier's shift begins. */
export const COURIER_START = "0";

/** Writes the files that the authors' evaluator (`MDRP_code` in grubhub/mdrplib) reads. */
export function writeSolution(folder: string, { collections, deliveries, drives }: Solution): void {
  mkdirSync(folder, { recursive: true });
  writeRows(folder, "assignments", "assignment_time pickup_time courier orders", [
    ...collections.map(({ assignedAt, collectedAt, courier, orders }) => [
      assignedAt,
      collectedAt,
      courier,
      ...orders,
    ]),
  ]);
  writeRows(
    folder,
    "orders",
    "order placement_time ready_time pickup_time dropoff_time courier",
    deliveries.map(({ order, placedAt, readyAt, collectedAt, deliveredAt, courier }) => [
      order,
      placedAt,
      readyAt,
      collectedAt,
      deliveredAt,
      courier,
    ]),
  );
  // A stable sort keeps each courier's sequence.
  const sorted = drives.toSorted((a, b) => (a.courier < b.courier ? -1 : a.courier > b.courier ? 1 : 0));
  writeRows(
    folder,
    "couriers",
    "courier departure_time origin destination",
    sorted.map(({ courier, departsAt, origin, destination }) => [courier, departsAt, origin, destination]),
  );
}

function writeRows(
  folder: string,
  name: string,
  header: string,
  rows: readonly (readonly (string | number)[])[],
): void {
  const lines = [header, ...rows.map((row) => row.join(" "))];
  writeFileSync(join(folder, `solution_info_${name}.txt`), `${lines.join("\n")}\n`);
}
