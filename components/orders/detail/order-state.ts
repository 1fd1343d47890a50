import type { Mode } from "@/lib/account-scope";
import type { RequestLogItem } from "@/lib/api/request-log/search-requests";
import type { OrderPlan } from "@/lib/dispatch/order-plan";
import type { CancellationCode } from "@/lib/orders/cancellation-terms";
import type { ChargeType } from "@/lib/orders/charge";
import type { WindowText } from "@/lib/orders/delivery-window";
import type { TimelineEventType } from "@/lib/orders/detail/timeline";
import type { Cancellation, EventResource } from "@/lib/orders/event";
import type { FeedbackValue } from "@/lib/orders/feedback/feedback";
import type { Metadata } from "@/lib/orders/metadata";
import type {
  Address,
  CodeCheck,
  Contact,
  FailureCode,
  OrderStatus,
  RecipientRequest,
  ReturnState,
  UndeliverableAction,
} from "@/lib/orders/order";
import type { OrderResponse } from "@/lib/orders/resource";
import type { DROPOFF_FIELDS, PaymentType, PROOF_FIELDS, VisibleFields } from "@/lib/orders/stop-fields";
import type { StopMessage } from "@/lib/orders/stop-message";
import type { StopFailure } from "@/lib/orders/stop-state";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import type { RoutingMode } from "@/lib/routing/trip";
import type { Scenario } from "@/lib/sandbox/scenario";
import type { SimulationSettings } from "@/lib/sandbox/simulation-settings";
import type { MessageItem } from "@/lib/tracking/messages/list-messages";
import type { WebhookDeliveryItem } from "@/lib/webhooks/list-deliveries";

/** Amounts are in RUB. */
export interface LegState {
  readonly distanceMeters: number;
  readonly durationSeconds: number;
  readonly cargoSize: CargoSize;
  readonly price: number;
  readonly surcharge: number;
  /** The driven route as an encoded polyline. */
  readonly line: string;
}

export interface DropoffState extends VisibleFields<typeof DROPOFF_FIELDS, "shop"> {
  readonly metadata: Metadata;
  readonly buyout: { readonly type: PaymentType; readonly rubles: number } | null;
  readonly leg: LegState;
  /** Null when unknown or past. */
  readonly arrival: { readonly from: string; readonly to: string } | null;
}

export interface FailureState extends Pick<StopFailure, "comment" | "calls" | "resolution"> {
  readonly reason: FailureCode;
  readonly at: string;
  /** The question's deadline; null without a question. */
  readonly answerUntil: string | null;
}

export interface ProofState {
  /** Photo ids, oldest first. */
  readonly photos: readonly string[];
  readonly signature: string | null;
  readonly signerName: string | null;
  readonly code: CodeCheck | null;
  /** Null unless an operator overrode the code check. */
  readonly overrideReason: string | null;
  /** From the address to the courier's position; null when unknown. */
  readonly distanceMeters: number | null;
}

export interface RecipientFeedbackView {
  readonly note: { readonly text: string; readonly at: string; readonly isSeen: boolean } | null;
  readonly messages: readonly StopMessage[];
  readonly request: {
    readonly value: RecipientRequest;
    readonly at: string;
    readonly isDecided: boolean;
  } | null;
  readonly feedback: {
    readonly value: FeedbackValue;
    readonly text: string | null;
    readonly at: string;
    readonly isSettled: boolean;
  } | null;
}

export type ProofKind = keyof typeof PROOF_FIELDS;

export interface StopState {
  readonly address: Address;
  readonly contact: Contact;
  /** The required proof, with account defaults. */
  readonly asked: readonly ProofKind[];
  /** The pickup code; null at dropoffs, and when none is required. */
  readonly code: string | null;
  readonly isCodeBlocked: boolean;
  readonly arrivedAt: string | null;
  readonly completedAt: string | null;
  readonly attempts: number;
  readonly failure: FailureState | null;
  readonly proof: ProofState | null;
  readonly said: RecipientFeedbackView | null;
  readonly dropoff: DropoffState | null;
}

export interface LinkState {
  /** Counted from 1; null for the whole order. */
  readonly dropoff: number | null;
  readonly url: string;
  readonly token: string;
}

/** `status` and `durationMs` are of the latest attempt. */
export interface WebhookState extends Omit<WebhookDeliveryItem, "id" | "eventType" | "sequence"> {
  readonly id: string;
  readonly event: { readonly type: string; readonly sequence: number };
}

export interface CallState extends Pick<RequestLogItem, "method" | "path" | "status"> {
  readonly id: string;
  readonly at: string;
}

export type TimelineItem = TimelineEventType & {
  readonly at: string;
  readonly event: { readonly type: string; readonly sequence: number } | null;
};

/** Times are ISO 8601. */
export interface ReturnView {
  readonly state: ReturnState;
  /** Null unless goods are on their way back. */
  readonly eta: string | null;
  readonly returnedAt: string | null;
}

/** Amounts are in RUB. */
export interface ChargeState {
  readonly type: ChargeType;
  readonly amount: number;
  readonly at: string;
  readonly why: string;
}

export interface SimulationState extends Pick<SimulationSettings, "isManual" | "isSilent"> {
  readonly scenario: Scenario;
  readonly speed: number;
  readonly heldUntil: string | null;
}

/** Times are ISO 8601. */
export interface OrderPageView {
  readonly code: string;
  readonly externalOrderId: string;
  readonly mode: Mode;
  readonly status: OrderStatus;
  /** The latest time at which the order is on time. */
  readonly dueAt: string;
  /**
   * The end of the first arrival window of the last dropoff; null before a courier accepts. Missing in states that a
   * process of the former release sends.
   */
  readonly promisedUntil?: string | null;
  /** No delivery or return is in progress. */
  readonly isOver: boolean;
  readonly createdAt: string;
  readonly deliveredAt: string | null;
  /** Null for as soon as possible. */
  readonly deliveryTime: string | null;
  readonly deliveryWindow: WindowText | null;
  readonly readyAt: string | null;
  /** Start of the search for a courier. */
  readonly dispatchAt: string;
  readonly comment: string | null;
  readonly metadata: Metadata;
  readonly routingMode: RoutingMode;
  readonly price: number | null;
  readonly charges: readonly ChargeState[];
  readonly total: number | null;
  /** In RUB. */
  readonly returnPrice: number;
  readonly unansweredAction: UndeliverableAction;
  readonly wayBack: ReturnView | null;
  readonly isQuoted: boolean;
  readonly distanceMeters: number;
  readonly durationSeconds: number;
  readonly driver: OrderResponse["driver"];
  /** Null unless the order waits for a courier and a current plan contains it. */
  readonly plan: OrderPlan | null;
  readonly acceptedAt: string | null;
  /** Whether the courier has other orders too. */
  readonly isRouteShared: boolean;
  readonly position: OrderResponse["driver_location"];
  readonly stops: readonly StopState[];
  readonly cancellation: Cancellation | null;
  readonly erasedAt: string | null;
  readonly timeline: readonly TimelineItem[];
  readonly isTimelineCut: boolean;
  readonly links: readonly LinkState[];
  /** To recipients, newest first. */
  readonly messages: readonly MessageItem[];
  /** Newest first. */
  readonly webhooks: readonly WebhookState[];
  readonly areWebhooksCut: boolean;
  /** Null in live mode and for readers without permission. */
  readonly simulation: SimulationState | null;
  /** Newest first. */
  readonly calls: readonly CallState[];
  readonly lacksLinks: boolean;
  readonly resource: OrderResponse;
  /** The current cancellation fee in RUB; null once the order cannot be cancelled. */
  readonly cancellationFee: { readonly amount: number; readonly reason: CancellationCode } | null;
  /** The event that a cancellation would create, with an empty reason; null once the order is over. */
  readonly cancelEvent: EventResource | null;
}

/** Counted from 0; -1 when no stop remains. */
export function findNextStopIndex({ status, stops, wayBack }: OrderPageView): number {
  if (wayBack?.state === "on_the_way" || status === "new" || status === "assigned") return 0;
  if (status !== "in_progress") return -1;
  const open = stops.flatMap(({ attempts, completedAt, dropoff, failure }, index) =>
    dropoff !== null && completedAt === null && failure === null ? [{ index, attempts }] : [],
  );
  // Second attempts follow all first attempts.
  return open.toSorted((a, b) => a.attempts - b.attempts)[0]?.index ?? -1;
}

export function countHandedOver({ stops }: Pick<OrderPageView, "stops">): number {
  return stops.filter(({ completedAt, dropoff }) => dropoff !== null && completedAt !== null).length;
}

export function isSettled({ isOver, webhooks }: OrderPageView): boolean {
  return isOver && webhooks.every(({ state }) => state !== "pending");
}
