import type { Mode } from "@/lib/accounts/scope";
import type { CancellationCode } from "@/lib/orders/cancellation-terms";
import type { ChargeType } from "@/lib/orders/charge";
import type { TimelineEventType } from "@/lib/orders/detail/timeline";
import type { Cancellation, EventResource } from "@/lib/orders/event";
import type { FeedbackValue } from "@/lib/orders/feedback/feedback";
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
import type { CargoSize } from "@/lib/pricing/cargo-size";
import type { RoutingMode } from "@/lib/routing/trip";
import type { Scenario } from "@/lib/sandbox/scenario";
import type { DeliveryState } from "@/lib/webhooks/delivery";

/** The leg to a dropoff and what it costs. Amounts are in RUB. */
export interface LegState {
  readonly distanceMeters: number;
  readonly durationSeconds: number;
  readonly cargoSize: CargoSize;
  readonly price: number;
  readonly surcharge: number;
  /** The route as driven, as an encoded polyline. */
  readonly line: string;
}

export interface DropoffState extends VisibleFields<typeof DROPOFF_FIELDS, "shop"> {
  /** What the courier pays for the goods at this door; null for nothing. */
  readonly buyout: { readonly type: PaymentType; readonly rubles: number } | null;
  readonly leg: LegState;
  /** When the courier is expected; null when that is unknown, or past. */
  readonly arrival: { readonly from: string; readonly to: string } | null;
}

export interface FailureState {
  readonly reason: FailureCode;
  readonly comment: string | null;
  readonly at: string;
  readonly calls: number;
  /** `ask`: that is an open question. */
  readonly resolution: UndeliverableAction;
  /** Until when the question stays open; null for none. */
  readonly answerUntil: string | null;
}

export interface ProofState {
  /** Identifiers of photos, oldest first. */
  readonly photos: readonly string[];
  readonly signature: string | null;
  readonly signerName: string | null;
  readonly code: CodeCheck | null;
  /** Why an operator let the courier go on without the code; null unless overridden. */
  readonly overrideReason: string | null;
  /** From the address to where the courier was; null when that is unknown. */
  readonly distanceMeters: number | null;
}

export interface RecipientFeedbackView {
  readonly note: { readonly text: string; readonly at: string; readonly isSeen: boolean } | null;
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
  /** What the courier has to bring from here, account defaults filled in. */
  readonly asked: readonly ProofKind[];
  /** The code that the courier has to be told at the pickup; null elsewhere, and when none is asked for. */
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
  /** Its dropoff, counted from 1; null for the whole order. */
  readonly dropoff: number | null;
  readonly url: string;
  readonly token: string;
}

export interface WebhookState {
  readonly id: string;
  readonly endpointId: string;
  readonly url: string;
  readonly event: { readonly type: string; readonly sequence: number };
  readonly state: DeliveryState;
  readonly attempts: number;
  /** The endpoint's latest response status; null when there was none. */
  readonly status: number | null;
  /** How long the latest attempt took; null before the first. */
  readonly durationMs: number | null;
}

export interface CallState {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly at: string;
}

export type TimelineItem = TimelineEventType & {
  readonly at: string;
  readonly event: { readonly type: string; readonly sequence: number } | null;
};

/** The way of goods back to the pickup. Times are ISO 8601. */
export interface ReturnView {
  readonly state: ReturnState;
  /** When the courier may be back; null unless they are on their way. */
  readonly eta: string | null;
  readonly returnedAt: string | null;
}

/** What an order costs beside its price. Amounts are in RUB. */
export interface ChargeState {
  readonly type: ChargeType;
  readonly amount: number;
  readonly at: string;
  readonly why: string;
}

export interface RehearsalState {
  readonly scenario: Scenario;
  readonly speed: number;
  readonly isManual: boolean;
  readonly isSilent: boolean;
  readonly heldUntil: string | null;
}

/** Everything an order's page shows. Times are ISO 8601. */
export interface OrderPageView {
  readonly code: string;
  readonly externalOrderId: string;
  readonly mode: Mode;
  readonly status: OrderStatus;
  /** The last instant at which it is on time. */
  readonly dueAt: string;
  /** Nothing about its delivery can change any more, and no goods are on their way back. */
  readonly isOver: boolean;
  readonly createdAt: string;
  readonly deliveredAt: string | null;
  /** The requested delivery time; null for as soon as possible. */
  readonly deliveryTime: string | null;
  readonly comment: string | null;
  readonly routingMode: RoutingMode;
  readonly price: number | null;
  readonly charges: readonly ChargeState[];
  readonly total: number | null;
  /** What bringing goods back costs, in RUB. */
  readonly returnPrice: number;
  readonly unansweredAction: UndeliverableAction;
  readonly wayBack: ReturnView | null;
  readonly isQuoted: boolean;
  readonly distanceMeters: number;
  readonly durationSeconds: number;
  readonly driver: OrderResponse["driver"];
  readonly acceptedAt: string | null;
  readonly position: OrderResponse["driver_location"];
  readonly stops: readonly StopState[];
  readonly cancellation: Cancellation | null;
  readonly timeline: readonly TimelineItem[];
  readonly isTimelineCut: boolean;
  readonly links: readonly LinkState[];
  /** Newest event first. */
  readonly webhooks: readonly WebhookState[];
  readonly areWebhooksCut: boolean;
  /** Null in live mode, and where nobody may change it. */
  readonly rehearsal: RehearsalState | null;
  /** Newest first. */
  readonly calls: readonly CallState[];
  readonly lacksLinks: boolean;
  readonly resource: OrderResponse;
  /** What a cancellation would cost now, in RUB, and the reason as a code; null once that is out of the question. */
  readonly cancellationFee: { readonly amount: number; readonly reason: CancellationCode } | null;
  /** The event that a cancellation would write, with an empty reason; null once the order is over. */
  readonly cancelEvent: EventResource | null;
}

/** Returns the stop that the courier goes to next, counted from 0; -1 when there is none. */
export function getNextStop({ status, stops, wayBack }: OrderPageView): number {
  if (wayBack?.state === "on_the_way" || status === "new" || status === "assigned") return 0;
  if (status !== "in_progress") return -1;
  const open = stops.flatMap(({ attempts, completedAt, dropoff, failure }, index) =>
    dropoff !== null && completedAt === null && failure === null ? [{ index, attempts }] : [],
  );
  // Second tries come after all others.
  return open.toSorted((a, b) => a.attempts - b.attempts)[0]?.index ?? -1;
}

export function countHandedOver({ stops }: Pick<OrderPageView, "stops">): number {
  return stops.filter(({ completedAt, dropoff }) => dropoff !== null && completedAt !== null).length;
}

export function isSettled({ isOver, webhooks }: OrderPageView): boolean {
  return isOver && webhooks.every(({ state }) => state !== "pending");
}
