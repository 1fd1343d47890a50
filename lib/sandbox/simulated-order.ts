import type { OrderStatus } from "@/lib/orders/order";
import type { CourierStep, NextStep, Progress } from "@/lib/orders/progress";
import type { Point } from "@/lib/point";
import type { RouteLeg } from "@/lib/routing/driven-legs";
import { type Scenario, USUAL_SPEED } from "@/lib/sandbox/scenario";

/** Maximum driving time of a test trip, whatever its length. */
const TEST_TRIP_SECONDS = 40;
/** Pause of a simulated courier before each step, in milliseconds at USUAL_SPEED. */
const PAUSE_MS = { accept: 2_000, pick_up: 4_000, hand_over: 3_000, fail: 3_000, give_back: 3_000 } as const;

export interface Simulation {
  readonly status: OrderStatus;
  readonly progress: Progress;
  /** Whether the courier's next stop is of this order. */
  readonly isNext: boolean;
  /** Whether the courier has just collected another order at the same pickup, with the handover of the goods of both. */
  readonly isHandedOverWithAnother: boolean;
  readonly position: (Point & { readonly heading: number; readonly recordedAt: Date }) | null;
  readonly pickup: Point;
  readonly approach: RouteLeg | null;
  readonly takeover: Point | null;
  readonly legs: readonly RouteLeg[];
  /** Driving speed factor; 1 is real time. */
  readonly speed: number;
  readonly scenario: Scenario;
  /** Whether the device stops sending positions after the pickup, in any scenario. */
  readonly isSilent: boolean;
  readonly heldUntil: Date | null;
  /** Speed factor of all waits; 1 is real time. */
  readonly pace: number;
  readonly refusals: number;
  readonly readyAt: Date | null;
  /** By dropoff, when the recipient's window begins; null without one. */
  readonly windowStarts: readonly (Date | null)[];
  readonly pickedUpAt: Date | null;
  readonly waitingMinutes: number;
  readonly answerMinutes: number;
  readonly codes: readonly CodeState[];
}

export interface CodeState {
  readonly isAsked: boolean;
  readonly triesLeft: number;
  readonly isOverridden: boolean;
}

export type SimulatedStep =
  | { readonly type: "step"; readonly step: CourierStep; readonly fails?: "recipient_absent" | "refused" }
  | { readonly type: "wrong_code"; readonly dropoff: number }
  | { readonly type: "drive"; readonly to: Point; readonly heading: number }
  /** `silent`: the courier stands and sends no position. */
  | { readonly type: "wait" | "silent" }
  | { readonly type: "lose_position" }
  | { readonly type: "hand_back" | "reassign" }
  | { readonly type: "cancel" }
  | { readonly type: "answer" | "override_code"; readonly dropoff: number }
  | { readonly type: "over" };

/** Returns the speed of the scenario run if set; otherwise a speed at which a test trip takes `TEST_TRIP_SECONDS`. */
export function simulationSpeed(
  order: { mode: "live" | "test"; durationSeconds: number; scenarioSpeed: number | null },
  atLeast: number,
): number {
  if (order.scenarioSpeed !== null) return order.scenarioSpeed;
  return order.mode === "test" ? Math.max(atLeast, order.durationSeconds / TEST_TRIP_SECONDS) : atLeast;
}

/** `lifeMinutes` are divided by the order's pace. */
export function havePassed(lifeMinutes: number, since: Date, { pace }: Pick<Simulation, "pace">, now: Date) {
  return now.getTime() - since.getTime() >= (lifeMinutes * 60_000) / pace;
}

export function hasPaused(
  type: keyof typeof PAUSE_MS,
  { progress, pace }: Pick<Simulation, "progress" | "pace">,
  now: Date,
): boolean {
  return now.getTime() - progress.latest.getTime() >= (PAUSE_MS[type] * USUAL_SPEED) / pace;
}

export function isPaused(type: NextStep["type"]): type is keyof typeof PAUSE_MS {
  return type in PAUSE_MS;
}
