import { DAY_MS, MINUTE_MS } from "@/lib/duration";
import type { Point } from "@/lib/point";
import { estimateLeg } from "@/lib/routing/estimate";
import type { RoutingMode } from "@/lib/routing/trip";

/** The time in which a recipient expects the delivery. */
export interface DeliveryWindow {
  readonly from: Date;
  readonly to: Date;
}

/** As stored with an order and with its stops. */
export interface StoredWindow {
  readonly windowFrom: Date | null;
  readonly windowTo: Date | null;
}

export const windowFromRow = ({ windowFrom: from, windowTo: to }: StoredWindow): DeliveryWindow | null =>
  from === null || to === null ? null : { from, to };

/** In ISO 8601, as pages and responses have it. */
export interface WindowText {
  readonly from: string;
  readonly to: string;
}

export const toWindowText = (window: DeliveryWindow | null): WindowText | null =>
  window && { from: window.from.toISOString(), to: window.to.toISOString() };

export const fromWindowText = ({ from, to }: WindowText): DeliveryWindow => ({
  from: new Date(from),
  to: new Date(to),
});

export const MIN_WINDOW_MS = 20 * MINUTE_MS;
export const MAX_WINDOW_MS = DAY_MS;
/** From now to the end of a window. */
export const MAX_WINDOW_AHEAD_MS = 30 * DAY_MS;

/** By dropoff. */
export type DeliveryWindows = readonly (DeliveryWindow | null)[];

export const isSameWindow = (
  one: DeliveryWindow | null | undefined,
  other: DeliveryWindow | null | undefined,
): boolean => one?.from.getTime() === other?.from.getTime() && one?.to.getTime() === other?.to.getTime();

/** Finds the window that ends first. */
export function findFirstWindow(
  windows: readonly (DeliveryWindow | null | undefined)[],
): DeliveryWindow | null {
  const chosen = windows.flatMap((one) => one ?? []);
  return chosen.toSorted((a, b) => a.to.getTime() - b.to.getTime())[0] ?? null;
}

interface DrivenTrip {
  readonly dropoffs: readonly Point[];
  readonly routingMode: RoutingMode;
}

/** Returns the driving seconds to each dropoff, from the pickup or the dropoff before it. */
export function listDriveSeconds(
  { dropoffs, routingMode }: DrivenTrip,
  legs: readonly { readonly durationSeconds: number }[],
): number[] {
  return legs.map(({ durationSeconds }, index) => {
    const [before, dropoff] = [dropoffs[index - 1], dropoffs[index]];
    // Legs of parallel dropoffs all begin at the pickup, but the courier goes from one dropoff to the next.
    const isChained = routingMode === "sequential" || before === undefined || dropoff === undefined;
    return isChained ? durationSeconds : estimateLeg(before, dropoff).durationSeconds;
  });
}

/**
 * Returns when the goods should leave the pickup: as late as needed for a courier to wait at no dropoff, unless that would
 * miss the end of a window. Null without windows.
 */
export function findDeparture(windows: DeliveryWindows, driveSeconds: readonly number[]): Date | null {
  let drivenMs = 0;
  const bounds = windows.flatMap((one, index) => {
    drivenMs += (driveSeconds[index] ?? 0) * 1_000;
    return one === null ? [] : [{ from: one.from.getTime() - drivenMs, to: one.to.getTime() - drivenMs }];
  });
  if (bounds.length === 0) return null;
  const from = Math.max(...bounds.map((one) => one.from));
  return new Date(Math.min(from, ...bounds.map((one) => one.to)));
}

/** A window that ends before a courier can be there. */
export interface MissedWindow {
  readonly dropoff: number;
  readonly reachedAt: Date;
  /** Whether the courier could be there, were it not for the window of a dropoff before. */
  readonly isAfterOther: boolean;
}

/** @param leavesAt when the goods can leave the pickup at the earliest */
export function listMissedWindows(
  windows: DeliveryWindows,
  driveSeconds: readonly number[],
  leavesAt: Date,
): MissedWindow[] {
  let [at, directAt] = [leavesAt.getTime(), leavesAt.getTime()];
  return windows.flatMap((one, dropoff) => {
    const drivenMs = (driveSeconds[dropoff] ?? 0) * 1_000;
    at += drivenMs;
    directAt += drivenMs;
    if (one === null) return [];
    const reachedAt = at;
    at = Math.max(at, one.from.getTime());
    if (reachedAt <= one.to.getTime()) return [];
    return [{ dropoff, reachedAt: new Date(reachedAt), isAfterOther: directAt <= one.to.getTime() }];
  });
}
