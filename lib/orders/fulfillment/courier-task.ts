import type { WindowText } from "@/lib/orders/delivery-window";
import type { FailureCode, RecipientRequest, ReturnState, UndeliverableAction } from "@/lib/orders/order";
import {
  type CourierStep,
  type DropoffProgress,
  isStepAllowed,
  isStepDone,
  type NextStep,
  nextStep,
  remainingWork,
} from "@/lib/orders/progress";
import type {
  ADDRESS_FIELDS,
  CONTACT_FIELDS,
  DROPOFF_FIELDS,
  PaymentType,
  PROOF_FIELDS,
  VisibleFields,
} from "@/lib/orders/stop-fields";
import type { StopMessage } from "@/lib/orders/stop-message";
import type { Point } from "@/lib/point";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import type { Leg } from "@/lib/routing/trip";

export interface CourierTaskStop {
  readonly address: VisibleFields<typeof ADDRESS_FIELDS, "courier">;
  readonly contact: VisibleFields<typeof CONTACT_FIELDS, "courier">;
  /** Account defaults are filled in. */
  readonly proof: Readonly<Record<keyof typeof PROOF_FIELDS, boolean>>;
  /** At 0, only an operator's override lets the courier continue. */
  readonly codeTriesLeft: number;
  readonly isCodeOverridden: boolean;
}

export interface StepInput {
  readonly code?: string | undefined;
  readonly signerName?: string | undefined;
  /** Ids of files that the phone may upload later. */
  readonly files?: readonly string[] | undefined;
  readonly failure?: { readonly code: FailureCode; readonly comment: string | null } | undefined;
  readonly calls?: number | undefined;
}

export interface CourierTaskDropoff extends CourierTaskStop, VisibleFields<typeof DROPOFF_FIELDS, "courier"> {
  readonly cargoSize: CargoSize;
  /** Missing in states that an earlier version stored on the phone. */
  readonly deliveryWindow?: WindowText | null;
  /** The buyout in RUB; null without one. */
  readonly payment: { readonly type: PaymentType; readonly rubles: number } | null;
  readonly note: string | null;
  /** Missing in states that an earlier version stored on the phone. */
  readonly messages?: readonly StopMessage[];
  readonly request: RecipientRequest | null;
  readonly isDecided: boolean;
  readonly distanceMeters: number;
  readonly durationSeconds: number;
  readonly arrivedAt: string | null;
  readonly deliveredAt: string | null;
  readonly failedAt: string | null;
  readonly failureCode: FailureCode | null;
  readonly attempts: number;
  readonly resolution: UndeliverableAction | null;
  readonly answerUntil: string | null;
}

/** The geometry is simplified for a street map. */
export type CourierTaskLeg = Pick<Leg, "geometry" | "durationSeconds">;

export interface CourierTakeover extends Point {
  readonly fromName: string;
  readonly fromPhone: string;
  readonly since: string;
}

/** Instants are ISO 8601. */
export interface Offer {
  readonly at: string;
  /** The order may be reassigned after this. */
  readonly until: string;
  /** Last-seen point of the courier; null if unknown. */
  readonly from: Point | null;
  readonly toPickup: Leg | null;
  readonly toDropoffs: readonly Leg[];
}

/** An order as its courier sees it. Instants are ISO 8601, since a phone stores it as JSON. */
export interface CourierTask {
  readonly orderId: string;
  readonly orderCode: string;
  readonly shop: { readonly name: string };
  /** The courier's pay in RUB; null if not configured. */
  readonly payRubles: number | null;
  readonly offer: Offer | null;
  /** `cancelled` while its goods are being returned. */
  readonly status: "assigned" | "in_progress" | "delivered" | "cancelled";
  readonly deliveryTime: string | null;
  /** Missing in states that an earlier version stored on the phone. */
  readonly readyAt?: string | null;
  readonly comment: string | null;
  readonly acceptedAt: string | null;
  readonly arrivedAt: string | null;
  readonly pickup: CourierTaskStop;
  readonly dropoffs: readonly CourierTaskDropoff[];
  readonly ifUndeliverable: UndeliverableAction;
  /** The wait before the courier may report an absent recipient. */
  readonly waitingMinutes: number;
  readonly returnState: ReturnState | null;
  readonly returnArrivedAt: string | null;
  /** Legs to the pickup and to each dropoff; null if unknown or completed. */
  readonly way: readonly (CourierTaskLeg | null)[];
  readonly takeover: CourierTakeover | null;
}

export function findNextStep(order: CourierTask): NextStep | null {
  return nextStep(order.status, {
    acceptedAt: instant(order.acceptedAt),
    arrivedAt: instant(order.arrivedAt),
    dropoffs: order.dropoffs.map(toDropoffProgress),
    returnState: order.returnState,
    returnArrivedAt: instant(order.returnArrivedAt),
    takeoverSince: instant(order.takeover?.since ?? null),
  });
}

export function toDropoffProgress(stop: CourierTaskDropoff): DropoffProgress {
  const { attempts, resolution } = stop;
  return {
    arrivedAt: instant(stop.arrivedAt),
    deliveredAt: instant(stop.deliveredAt),
    failedAt: instant(stop.failedAt),
    attempts,
    resolution,
  };
}

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Applies a step optimistically, as `recordStep` would; unchanged when the step is past or not possible. */
export function applyStep(
  order: CourierTask,
  step: CourierStep,
  at: string,
  report: StepInput = {},
): CourierTask {
  const next = findNextStep(order);
  if (next === null || isStepDone(step, next) || !isStepAllowed(step, next)) return order;
  if ("dropoff" in step) {
    const dropoffs = order.dropoffs.map((stop, index) =>
      index === step.dropoff ? stopAfter(order, stop, step, at, report) : stop,
    );
    return ended({ ...order, dropoffs });
  }
  if (step.type === "take_over") return { ...order, takeover: null };
  if (step.type === "arrive_back") return { ...order, returnArrivedAt: at };
  if (step.type === "give_back") {
    return { ...order, returnArrivedAt: order.returnArrivedAt ?? at, returnState: "returned" };
  }
  const accepted = { ...order, acceptedAt: order.acceptedAt ?? at };
  if (step.type === "accept") return accepted;
  const arrived = { ...accepted, arrivedAt: order.arrivedAt ?? at };
  return step.type === "pick_up" ? { ...arrived, status: "in_progress" } : arrived;
}

function stopAfter(
  { ifUndeliverable }: CourierTask,
  stop: CourierTaskDropoff,
  { type }: CourierStep,
  at: string,
  { failure }: StepInput,
): CourierTaskDropoff {
  const there = { ...stop, arrivedAt: stop.arrivedAt ?? at };
  if (type === "arrive") return there;
  if (type === "hand_over") return { ...there, deliveredAt: at };
  const failureCode = failure?.code ?? "other";
  return { ...there, failedAt: at, failureCode, attempts: stop.attempts + 1, resolution: ifUndeliverable };
}

function ended(order: CourierTask): CourierTask {
  const remainder = remainingWork(order.dropoffs.map(toDropoffProgress));
  if (remainder === "return") return { ...order, returnState: "on_the_way" };
  if (remainder === "nothing") return { ...order, status: "delivered" };
  return order.dropoffs.some(({ resolution }) => resolution === "return")
    ? { ...order, returnState: "pending" }
    : order;
}
