import { nextStep, type Progress, type Step } from "@/lib/orders/carrying/progress";
import type { OrderStatus } from "@/lib/orders/order";
import type { Point } from "@/lib/routing/geo";
import { pathLength, placeAt, progressOn } from "@/lib/routing/path";

/** How long a whole test trip may take on the road, at any length. */
const TEST_TRIP_SECONDS = 40;
/** A courier's speed towards the pickup, before the speed factor. */
const APPROACH_METERS_PER_SECOND = 6;
/** How long a simulated courier thinks, packs, and waits at a door. */
const PAUSE_MS = { accept: 2_000, pick_up: 4_000, hand_over: 3_000 } as const;
/** Closer than this counts as arrived. */
const THERE_METERS = 5;
/** After a standstill of the service, couriers go on from where they were. */
const LONGEST_TICK_MS = 3_000;

/** What the simulator knows when it moves a courier. */
export interface SimulatedOrder {
  readonly status: OrderStatus;
  readonly progress: Progress;
  readonly position: (Point & { readonly heading: number; readonly recordedAt: Date }) | null;
  readonly pickup: Point;
  /** The route to the pickup; null for a straight line. */
  readonly approach: { readonly path: readonly Point[]; readonly durationSeconds: number } | null;
  /** The route to each dropoff, in order. */
  readonly legs: readonly { readonly path: readonly Point[]; readonly durationSeconds: number }[];
  /** How many times faster than real time. */
  readonly speed: number;
}

/** A simulated courier's next action: a step, a move, or waiting. */
export type Move =
  | { readonly type: "step"; readonly step: Step }
  | { readonly type: "drive"; readonly to: Point; readonly heading: number }
  | { readonly type: "wait" }
  | { readonly type: "over" };

/** How many times faster than real time an order is driven: test orders end within a minute or two. */
export function simulationSpeed(
  order: { mode: "live" | "test"; durationSeconds: number },
  atLeast: number,
): number {
  return order.mode === "test" ? Math.max(atLeast, order.durationSeconds / TEST_TRIP_SECONDS) : atLeast;
}

/** Decides the next move of a simulated courier from what is stored, so any process can make it. */
export function nextMove(order: SimulatedOrder, now: Date): Move {
  const step = nextStep(order.status, order.progress);
  if (step === null) return { type: "over" };
  if (step.type === "wait") return { type: "wait" };
  if (step.type === "accept" || step.type === "pick_up" || step.type === "hand_over") {
    const isReady = now.getTime() - order.progress.latest.getTime() >= PAUSE_MS[step.type];
    return isReady ? { type: "step", step } : { type: "wait" };
  }
  return drive(order, step, now);
}

function drive(order: SimulatedOrder, step: Step, now: Date): Move {
  const { position, pickup, approach, legs, speed } = order;
  if (position === null) return { type: "drive", to: pickup, heading: 0 };
  const leg = "dropoff" in step ? legs[step.dropoff] : approach;
  const path = leg?.path ?? [position, pickup];
  const length = pathLength(path);
  const metersPerSecond =
    leg === undefined || leg === null
      ? APPROACH_METERS_PER_SECOND
      : length / Math.max(1, leg.durationSeconds);
  const elapsedMs = Math.min(LONGEST_TICK_MS, now.getTime() - position.recordedAt.getTime());
  const reached = progressOn(path, position).meters;
  if (length - reached <= THERE_METERS) return { type: "step", step };
  const driven = metersPerSecond * speed * Math.max(0, elapsedMs / 1000);
  const { point, heading } = placeAt(path, reached + driven);
  return { type: "drive", to: asDeviceTells(point), heading: Math.round(heading) };
}

/** Six decimals, as phones report: a decimetre. */
function asDeviceTells({ latitude, longitude }: Point): Point {
  return { latitude: Number(latitude.toFixed(6)), longitude: Number(longitude.toFixed(6)) };
}
