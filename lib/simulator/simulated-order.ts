import type { OrderStatus } from "@/lib/orders/order";
import type { NextStep, Progress, Step } from "@/lib/orders/progress";
import type { Point } from "@/lib/routing/geo";
import { type RehearsedScenario, USUAL_SPEED } from "@/lib/sandbox/scenario";

/** How long a whole test trip may take on the road, at any length. */
const TEST_TRIP_SECONDS = 40;
/** How long a simulated courier thinks, packs, and waits at a door, at the usual speed. */
const PAUSE_MS = { accept: 2_000, pick_up: 4_000, hand_over: 3_000, fail: 3_000, give_back: 3_000 } as const;

/** What the simulator knows when it moves a courier. */
export interface Simulation {
  readonly status: OrderStatus;
  readonly progress: Progress;
  readonly position: (Point & { readonly heading: number; readonly recordedAt: Date }) | null;
  readonly pickup: Point;
  /** The route to the pickup; null for a straight line. */
  readonly approach: { readonly path: readonly Point[]; readonly durationSeconds: number } | null;
  /** Where the courier takes the goods over from a former one; null unless they have to. */
  readonly takeover: Point | null;
  /** The route to each dropoff, in order. */
  readonly legs: readonly { readonly path: readonly Point[]; readonly durationSeconds: number }[];
  /** How many times faster than real time the courier drives. */
  readonly speed: number;
  readonly scenario: RehearsedScenario;
  /** Whether the courier's device says nothing once they have the goods, whatever the scenario. */
  readonly isSilent: boolean;
  /** Until when the courier stands still. */
  readonly heldUntil: Date | null;
  /** How many times faster than real time they wait, and others for them. */
  readonly pace: number;
  /** How many couriers it has been taken from. */
  readonly refusals: number;
  /** Whether an operator has given it to another courier; only known of orders of a simulated evening. */
  readonly hasChangedHands: boolean;
  readonly pickedUpAt: Date | null;
  /** How long the account has couriers wait at a door, and for an answer. */
  readonly waitingMinutes: number;
  readonly answerMinutes: number;
  /** What each dropoff asks for, in order. */
  readonly codes: readonly CodeState[];
}

/** How far a courier has come with a dropoff's code. */
export interface CodeState {
  readonly isAsked: boolean;
  readonly triesLeft: number;
  readonly isOverridden: boolean;
}

/** What happens next to an order that a simulated courier carries. */
export type Move =
  /** A step, which may say why nothing could be handed over, or a wrong code. */
  | { readonly type: "step"; readonly step: Step; readonly fails?: "recipient_absent" | "refused" }
  | { readonly type: "wrong_code"; readonly dropoff: number }
  | { readonly type: "drive"; readonly to: Point; readonly heading: number }
  /** The courier stands; `silent`: and their device says nothing. */
  | { readonly type: "wait" | "silent" }
  /** Nobody knows any more where the courier is. */
  | { readonly type: "lose_position" }
  /** The courier gives the order back, or an operator gives it to another. */
  | { readonly type: "hand_back" | "reassign" }
  /** What people do: the operator, and whoever answers for the shop. */
  | { readonly type: "cancel" }
  | { readonly type: "answer" | "override_code"; readonly dropoff: number }
  | { readonly type: "over" };

/**
 * How many times faster than real time an order is driven: as fast as its rehearsal says, otherwise test orders end
 * within a minute or two.
 */
export function simulationSpeed(
  order: { mode: "live" | "test"; durationSeconds: number; rehearsedSpeed: number | null },
  atLeast: number,
): number {
  if (order.rehearsedSpeed !== null) return order.rehearsedSpeed;
  return order.mode === "test" ? Math.max(atLeast, order.durationSeconds / TEST_TRIP_SECONDS) : atLeast;
}

/** Whether as much time has passed since an instant as takes this many minutes in life. */
export function havePassed(lifeMinutes: number, since: Date, { pace }: Pick<Simulation, "pace">, now: Date) {
  return now.getTime() - since.getTime() >= (lifeMinutes * 60_000) / pace;
}

/** Whether a courier has paused long enough before a step that they take where they stand. */
export function hasPaused(
  type: keyof typeof PAUSE_MS,
  { progress, pace }: Pick<Simulation, "progress" | "pace">,
  now: Date,
): boolean {
  return now.getTime() - progress.latest.getTime() >= (PAUSE_MS[type] * USUAL_SPEED) / pace;
}

/** Whether the courier takes a step where they stand. */
export function isPaused(type: NextStep["type"]): type is keyof typeof PAUSE_MS {
  return type in PAUSE_MS;
}
