import type { Mode } from "@/lib/accounts/scope";
import type { Cancellation, EventResource } from "@/lib/orders/event";
import type { Happening } from "@/lib/orders/file/timeline";
import type { Address, Contact, OrderStatus } from "@/lib/orders/order";
import type { OrderResource } from "@/lib/orders/resource";
import type { DROPOFF_FIELDS, PaymentType, Seen } from "@/lib/orders/stop-fields";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import type { RoutingMode } from "@/lib/routing/trip";
import type { DeliveryState } from "@/lib/webhooks/delivery";

/** The way to a dropoff and what it costs. Amounts are in RUB. */
export interface LegState {
  readonly distanceMeters: number;
  readonly durationSeconds: number;
  readonly cargoSize: CargoSize;
  readonly price: number;
  /** What of the price is for the cargo. */
  readonly surcharge: number;
  /** The way as it is driven, as an encoded polyline. */
  readonly line: string;
}

/** A dropoff's own part of an order; a pickup has none of it. */
export interface DropoffState extends Seen<typeof DROPOFF_FIELDS, "shop"> {
  /** What the courier pays for the goods at this door; null when nothing. */
  readonly buyout: { readonly type: PaymentType; readonly rubles: number } | null;
  readonly leg: LegState;
  readonly deliveredAt: string | null;
  /** When the courier may be expected; null when that is not known, or over. */
  readonly arrival: { readonly from: string; readonly to: string } | null;
}

export interface StopState {
  readonly address: Address;
  readonly contact: Contact;
  readonly arrivedAt: string | null;
  /** Null on the pickup, which comes first. */
  readonly dropoff: DropoffState | null;
}

/** A tracking page of an order. */
export interface LinkState {
  /** The dropoff that it is of, counted from 1; null for the whole order. */
  readonly dropoff: number | null;
  readonly url: string;
  readonly token: string;
}

/** What has become of an event at one of the account's endpoints. */
export interface WebhookState {
  readonly id: string;
  readonly endpointId: string;
  readonly url: string;
  readonly event: { readonly type: string; readonly sequence: number };
  readonly state: DeliveryState;
  readonly attempts: number;
  /** What the endpoint answered last; null when nothing. */
  readonly status: number | null;
}

export type TimelineItem = Happening & {
  readonly at: string;
  readonly event: { readonly type: string; readonly sequence: number } | null;
};

/** All that the page of an order shows. Instants are ISO 8601. */
export interface OrderState {
  readonly code: string;
  readonly externalOrderId: string;
  readonly mode: Mode;
  readonly status: OrderStatus;
  /** Nothing of its delivery can change any more. */
  readonly isOver: boolean;
  readonly createdAt: string;
  readonly deliveredAt: string | null;
  /** When it is to be delivered; null for as soon as possible. */
  readonly deliveryTime: string | null;
  readonly comment: string | null;
  readonly routingMode: RoutingMode;
  readonly price: number | null;
  readonly isQuoted: boolean;
  readonly distanceMeters: number;
  readonly durationSeconds: number;
  readonly driver: OrderResource["driver"];
  readonly acceptedAt: string | null;
  readonly position: OrderResource["driver_location"];
  readonly stops: readonly StopState[];
  readonly cancellation: Cancellation | null;
  readonly timeline: readonly TimelineItem[];
  readonly isTimelineCut: boolean;
  readonly links: readonly LinkState[];
  /** Newest event first. */
  readonly webhooks: readonly WebhookState[];
  /** Whether there are webhooks that are not shown. */
  readonly areWebhooksCut: boolean;
  /** Whether there are links that the order has not got. */
  readonly lacksLinks: boolean;
  /** The order as the API answers it. */
  readonly resource: OrderResource;
  /** The event that a cancellation would write, its reason left empty; null once the order is over. */
  readonly cancelEvent: EventResource | null;
}

/** Whether nothing of what an order's page shows can change by itself any more. */
export function isSettled({ isOver, webhooks }: OrderState): boolean {
  return isOver && webhooks.every(({ state }) => state !== "pending");
}
