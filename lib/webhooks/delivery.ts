import * as enums from "@/lib/db/generated/enums";

export const DELIVERY_STATES = Object.values(enums.WebhookDeliveryState);
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined;
  readonly eventType?: string | undefined;
  readonly externalOrderId?: string | undefined;
  readonly before?: bigint | undefined;
}

const SOON_MS = 5_000;

export function isUnderWay({ state, runAt }: { state: DeliveryState; runAt: Date }, now: Date): boolean {
  return state === "pending" && runAt.getTime() - now.getTime() <= SOON_MS;
}
