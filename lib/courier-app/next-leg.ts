import { type CourierTask, findNextStep } from "@/lib/orders/fulfillment/courier-task";
import type { NextStep } from "@/lib/orders/progress";
import type { Point } from "@/lib/point";
import { OFF_ROUTE_METERS, pathLength, projectOnPath, slicePath, slicePathFrom } from "@/lib/routing/path";
import { decodePolyline } from "@/lib/routing/polyline";

export interface NextLeg {
  /** 0 is the pickup, n is dropoff n; null for a takeover from another courier. */
  readonly stop: number | null;
  readonly target: Point;
  /** Road path from the courier; empty when unknown and after arrival. */
  readonly path: readonly Point[];
  readonly driven: readonly Point[];
  readonly meters: number | null;
  readonly seconds: number | null;
}

const NO_ROAD = { path: [], driven: [], meters: null, seconds: null } as const;

/** Returns 0 for the pickup, n for dropoff n; null for a takeover and when no step is left. */
export function findStop(step: NextStep | null): number | null {
  if (step === null || step.type === "take_over") return null;
  return "dropoff" in step ? step.dropoff + 1 : 0;
}

export function isAtNextStop(step: NextStep | null): boolean {
  return step !== null && ["pick_up", "hand_over", "give_back", "wait"].includes(step.type);
}

export function findNextLeg(order: CourierTask, place: Point | null): NextLeg | null {
  const next = findNextStep(order);
  const stop = findStop(next);
  if (next?.type === "take_over" && order.takeover) {
    const { latitude, longitude } = order.takeover;
    return { ...NO_ROAD, stop: null, target: { latitude, longitude } };
  }
  const { address } = (stop === null || stop === 0 ? order.pickup : order.dropoffs[stop - 1]) ?? {};
  if (stop === null || address === undefined) return null;
  const target = { latitude: address.latitude, longitude: address.longitude };
  const unknown = { ...NO_ROAD, stop, target };
  const isBack = next?.type === "arrive_back";
  const leg = isAtNextStop(next) || isBack ? null : (order.way[stop] ?? null);
  if (leg === null) return unknown;
  const whole = decodePolyline(leg.geometry);
  const length = pathLength(whole);
  if (place === null) {
    return { ...unknown, path: whole, meters: length, seconds: leg.durationSeconds };
  }
  const { meters: driven, offMeters } = projectOnPath(whole, place);
  if (offMeters > OFF_ROUTE_METERS) return unknown;
  const path = [place, ...slicePathFrom(whole, driven)];
  const meters = Math.min(length - driven + offMeters, length + offMeters);
  const seconds = length === 0 ? 0 : leg.durationSeconds * ((length - driven) / length);
  const passed = [...whole.slice(0, 1), ...slicePath(whole, 0, driven), place];
  return { ...unknown, path, driven: passed, meters, seconds };
}
