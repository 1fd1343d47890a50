import type { WebhookAttempt } from "@/lib/db/generated/client";
import * as enums from "@/lib/db/generated/enums";

export const DELIVERY_STATES = Object.values(enums.WebhookDeliveryState);
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface DeliveryListItem {
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
  readonly status: number | null;
  readonly failure: string | null;
  readonly durationMs: number | null;
}

export interface WebhookDeliveryItem {
  readonly id: bigint;
  readonly endpointId: string;
  readonly url: string;
  readonly eventType: string;
  readonly sequence: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly status: number | null;
  readonly durationMs: number | null;
}

export interface WebhookDeliveries {
  readonly deliveries: readonly WebhookDeliveryItem[];
  readonly isCut: boolean;
}

export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined;
  readonly eventType?: string | undefined;
  readonly externalOrderId?: string | undefined;
  readonly before?: bigint | undefined;
}

export interface DeliveryDetails extends DeliveryListItem {
  readonly body: string | null;
  readonly log: readonly WebhookAttempt[];
}

const SOON_MS = 5_000;

export function isUnderWay({ state, runAt }: Pick<DeliveryListItem, "state" | "runAt">, now: Date): boolean {
  return state === "pending" && runAt.getTime() - now.getTime() <= SOON_MS;
}
