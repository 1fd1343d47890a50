import type { WebhookAttempt } from "@/lib/db/generated/client";

export const DELIVERY_STATES = ["pending", "succeeded", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A delivery as lists show it. */
export interface ListedDelivery {
  readonly id: bigint;
  readonly eventId: string;
  readonly eventType: string;
  readonly isTest: boolean;
  readonly externalOrderId: string | null;
  readonly orderCode: string | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly runAt: Date;
  readonly finishedAt: Date | null;
  /** Of the latest attempt. */
  readonly status: number | null;
  readonly failure: string | null;
  readonly durationMs: number | null;
}

/** A delivery as its order's page shows it. */
export interface WebhookDeliveryItem {
  readonly id: bigint;
  readonly endpointId: string;
  readonly url: string;
  readonly eventType: string;
  /** The event's number within the order. */
  readonly sequence: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Of the latest attempt. */
  readonly status: number | null;
  readonly durationMs: number | null;
}

/** An order's deliveries, newest event first. */
export interface WebhookDeliveries {
  readonly deliveries: readonly WebhookDeliveryItem[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

/** Which deliveries to list. */
export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined;
  readonly eventType?: string | undefined;
  /** The client's identifier of an order, in full. */
  readonly externalOrderId?: string | undefined;
  /** Only those before this one. */
  readonly before?: bigint | undefined;
}

/** A delivery with what was sent and every attempt, newest first. */
export interface DeliveryFile extends ListedDelivery {
  /** Null when the journal no longer has the event. */
  readonly body: string | null;
  readonly log: readonly WebhookAttempt[];
}

// A try due within this time is worth watching for on the page.
const SOON_MS = 5_000;

/** Whether a delivery is being sent or soon will be; false for one with a later try. */
export function isUnderWay({ state, runAt }: Pick<ListedDelivery, "state" | "runAt">, now: Date): boolean {
  return state === "pending" && runAt.getTime() - now.getTime() <= SOON_MS;
}
