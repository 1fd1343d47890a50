import type { Mode } from "@/lib/accounts/scope";
import type { Cancellation, EventResource } from "@/lib/orders/event";
import type { Happening } from "@/lib/orders/file/timeline";
import type { Address, Contact, OrderStatus } from "@/lib/orders/order";
import type { OrderResource } from "@/lib/orders/resource";
import type { DROPOFF_FIELDS, PaymentType, Seen } from "@/lib/orders/stop-fields";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import type { RoutingMode } from "@/lib/routing/trip";
import type { DeliveryState } from "@/lib/webhooks/delivery";

/** The leg to a dropoff and what it costs. Amounts are in RUB. */
export interface LegState {
  readonly distanceMeters: number;
  readonly durationSeconds: number;
  readonly cargoSize: CargoSize;
  readonly price: number;
  /** The part of the price that the cargo size adds. */
  readonly surcharge: number;
  /** The route as driven, as an encoded polyline. */
  readonly line: string;
}

/** What only a dropoff has. */
export interface DropoffState extends Seen<typeof DROPOFF_FIELDS, "shop"> {
  /** What the courier pays for the goods at this door; null for nothing. */
  readonly buyout: { readonly type: PaymentType; readonly rubles: number } | null;
  readonly leg: LegState;
  readonly deliveredAt: string | null;
  /** When the courier is expected; null when that is unknown, or past. */
  readonly arrival: { readonly from: string; readonly to: string } | null;
}

export interface StopState {
  readonly address: Address;
  readonly contact: Contact;
  readonly arrivedAt: string | null;
  /** Null for the pickup, which comes first. */
  readonly dropoff: DropoffState | null;
}

/** A tracking page of an order. */
export interface LinkState {
  /** Its dropoff, counted from 1; null for the whole order. */
  readonly dropoff: number | null;
  readonly url: string;
  readonly token: string;
}

/** What became of an event at one of the account's endpoints. */
export interface WebhookState {
  readonly id: string;
  readonly endpointId: string;
  readonly url: string;
  readonly event: { readonly type: string; readonly sequence: number };
  readonly state: DeliveryState;
  readonly attempts: number;
  /** The endpoint's latest response status; null when there was none. */
  readonly status: number | null;
}

export type TimelineItem = Happening & {
  readonly at: string;
  readonly event: { readonly type: string; readonly sequence: number } | null;
};

/** Everything an order's page shows. Times are ISO 8601. */
export interface OrderState {
  readonly code: string;
  readonly externalOrderId: string;
  readonly mode: Mode;
  readonly status: OrderStatus;
  /** Nothing about its delivery can change any more. */
  readonly isOver: boolean;
  readonly createdAt: string;
  readonly deliveredAt: string | null;
  /** The requested delivery time; null for as soon as possible. */
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
  /** Whether some webhooks are left out. */
  readonly areWebhooksCut: boolean;
  /** Whether the order lacks any tracking links. */
  readonly lacksLinks: boolean;
  /** The order as the API returns it. */
  readonly resource: OrderResource;
  /** The event that a cancellation would write, with an empty reason; null once the order is over. */
  readonly cancelEvent: EventResource | null;
}

/** Returns whether nothing on an order's page can change by itself any more. */
export function isSettled({ isOver, webhooks }: OrderState): boolean {
  return isOver && webhooks.every(({ state }) => state !== "pending");
}
