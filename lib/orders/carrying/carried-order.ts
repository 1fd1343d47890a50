import { isBehind, isPossible, nextStep, type Progress, type Step } from "@/lib/orders/carrying/progress";
import type {
  ADDRESS_FIELDS,
  CONTACT_FIELDS,
  DROPOFF_FIELDS,
  PaymentType,
  Seen,
} from "@/lib/orders/stop-fields";
import type { CargoSize } from "@/lib/pricing/cargo-size";

/** A stop of an order and its contact. */
export interface CarriedStop {
  readonly address: Seen<typeof ADDRESS_FIELDS, "courier">;
  readonly contact: Seen<typeof CONTACT_FIELDS, "courier">;
}

export interface CarriedDropoff extends CarriedStop, Seen<typeof DROPOFF_FIELDS, "courier"> {
  readonly cargoSize: CargoSize;
  /** What the courier pays for the goods here, in RUB, and how; null when there is no buyout. */
  readonly payment: { readonly type: PaymentType; readonly rubles: number } | null;
  /** The leg that ends here. */
  readonly distanceMeters: number;
  readonly durationSeconds: number;
  readonly arrivedAt: string | null;
  readonly deliveredAt: string | null;
}

/** An order as its courier sees it. Instants are ISO 8601, since a phone keeps it as JSON. */
export interface CarriedOrder {
  readonly orderId: string;
  readonly orderCode: string;
  readonly status: "assigned" | "in_progress" | "delivered";
  readonly deliveryTime: string | null;
  readonly comment: string | null;
  readonly acceptedAt: string | null;
  readonly arrivedAt: string | null;
  readonly pickup: CarriedStop;
  readonly dropoffs: readonly CarriedDropoff[];
}

/** The next step; null when every dropoff has been handed over. */
export function nextStepOf(order: CarriedOrder): Step | null {
  return nextStep(order.status, stepTimesOf(order));
}

function stepTimesOf(order: CarriedOrder): Pick<Progress, "acceptedAt" | "arrivedAt" | "dropoffs"> {
  return {
    acceptedAt: instant(order.acceptedAt),
    arrivedAt: instant(order.arrivedAt),
    dropoffs: order.dropoffs.map((stop) => ({
      arrivedAt: instant(stop.arrivedAt),
      deliveredAt: instant(stop.deliveredAt),
    })),
  };
}

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** The order after a step, as `takeStep` would make it; unchanged when the step is past or not possible. */
export function withStep(order: CarriedOrder, step: Step, at: string): CarriedOrder {
  const next = nextStepOf(order);
  if (next === null || isBehind(step, next) || !isPossible(step, next)) return order;
  if ("dropoff" in step) {
    const dropoffs = order.dropoffs.map((stop, index) => {
      if (index !== step.dropoff) return stop;
      const arrivedAt = stop.arrivedAt ?? at;
      return step.type === "arrive" ? { ...stop, arrivedAt } : { ...stop, arrivedAt, deliveredAt: at };
    });
    const isDelivered = dropoffs.every(({ deliveredAt }) => deliveredAt !== null);
    return { ...order, dropoffs, status: isDelivered ? "delivered" : order.status };
  }
  const accepted = { ...order, acceptedAt: order.acceptedAt ?? at };
  if (step.type === "accept") return accepted;
  const arrived = { ...accepted, arrivedAt: order.arrivedAt ?? at };
  return step.type === "pick_up" ? { ...arrived, status: "in_progress" } : arrived;
}
