import type { OrderStatus } from "@/lib/orders/order";
import type { Point } from "@/lib/routing/geo";

/** A stop of a tracked order. */
export interface TrackedStop extends Point {
  readonly area: string;
  readonly street: string;
  readonly building: string;
  readonly arrivedAt: Date | null;
  readonly deliveredAt: Date | null;
}

/**
 * Everything that a tracking page is made from. It holds what no page may show, so it never leaves the server:
 * `trackingView` decides what does.
 */
export interface TrackedOrder {
  readonly id: bigint;
  readonly orderCode: string;
  readonly isTest: boolean;
  readonly status: OrderStatus;
  readonly deliveryTime: Date | null;
  /** What the link shows: the whole order (null), or one of several dropoffs, counted from 0. */
  readonly dropoff: number | null;
  /** Oldest first; the first is `new`. */
  readonly history: readonly { readonly status: OrderStatus; readonly at: Date }[];
  readonly arrivedAtPickup: Date | null;
  readonly pickup: TrackedStop;
  readonly dropoffs: readonly TrackedStop[];
  /** The route to the pickup as driven; null for a straight line. */
  readonly approach: { readonly path: readonly Point[]; readonly durationSeconds: number } | null;
  /** The route to each dropoff as it is driven. */
  readonly legs: readonly { readonly path: readonly Point[]; readonly durationSeconds: number }[];
  readonly courier: {
    readonly name: string;
    readonly phone: string;
    readonly transport: Readonly<Record<"type" | "make" | "model" | "color" | "number", string | null>>;
  } | null;
  readonly position:
    | (Point & { readonly heading: number; readonly recordedAt: Date; readonly receivedAt: Date })
    | null;
  /** How many times faster than real time its courier is simulated; 1 for a real one. */
  readonly speed: number;
}
