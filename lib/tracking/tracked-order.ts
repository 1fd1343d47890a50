import type { ShopBranding } from "@/lib/accounts/shop-identity";
import type { KnownPosition } from "@/lib/couriers/fix";
import type { RouteStopKind } from "@/lib/db/generated/enums";
import type { DeliveryWindow } from "@/lib/orders/delivery-window";
import type { FeedbackValue } from "@/lib/orders/feedback/feedback";
import type { FailureCode, OrderStatus, RecipientRequest, ReturnState } from "@/lib/orders/order";
import type { DropoffProgress } from "@/lib/orders/progress";
import type { ResponseSource } from "@/lib/orders/resource";
import type { ADDRESS_FIELDS, DROPOFF_FIELDS, PaymentType, VisibleFields } from "@/lib/orders/stop-fields";
import type { StopMessage } from "@/lib/orders/stop-message";
import type { Point } from "@/lib/point";
import type { RouteLeg } from "@/lib/routing/driven-legs";
import type { DurationModel, Groups } from "@/lib/tracking/arrivals/duration-model";
import type { ShownArrival } from "@/lib/tracking/arrivals/shown-arrival";

export interface TrackedStop
  extends Point,
    VisibleFields<typeof ADDRESS_FIELDS, "recipient">,
    VisibleFields<typeof DROPOFF_FIELDS, "recipient">,
    DropoffProgress {
  readonly note: string | null;
  readonly isNoteSeen: boolean;
  readonly messages: readonly StopMessage[] | null;
  readonly request: RecipientRequest | null;
  readonly mayDecide: boolean;
  readonly feedback: FeedbackValue | null;
  readonly feedbackText: string | null;
  readonly failureCode: FailureCode | null;
  readonly signerName: string | null;
  /** The handover requires a code, a signature or a payment. */
  readonly isInPerson: boolean;
  /** In RUB; null for no fee, and unless the recipient may decide on another attempt. */
  readonly waiting: { readonly perMinute: number; readonly freeMinutes: number } | null;
  readonly needsCode: boolean;
  /** The maximum number of attempts was reached without an override. */
  readonly isCodeBlocked: boolean;
  readonly asksPhoto: boolean;
  readonly given: readonly DoorDetail[];
  readonly buyoutRubles: number | null;
  readonly paymentType: PaymentType;
  /** When the recipient expects the delivery; null without a window. */
  readonly deliveryWindow: DeliveryWindow | null;
  /** What the courier's time at the door depends on. */
  readonly door: Groups<"door">;
}

/** Pages show whether these are known, never their values. */
export const DOOR_DETAILS = ["entrance", "floor", "intercom"] as const;
export type DoorDetail = (typeof DOOR_DETAILS)[number];

/** A stop of another order in the courier's route. Pages show at most how many there are. */
export interface StopOfOther extends Point {
  readonly kind: RouteStopKind;
  /** How many stops of this order come before it. */
  readonly ownBefore: number;
}

/** Contains private data. Only `trackingView` decides what a page may show. */
export interface TrackedOrder {
  readonly id: bigint;
  /** Incremented by every write to the order's row. */
  readonly version: number;
  readonly accountId: string;
  readonly orderCode: string;
  readonly isTest: boolean;
  readonly shop: ShopBranding;
  readonly status: OrderStatus;
  readonly deliveryTime: Date | null;
  readonly readyAt: Date | null;
  /** Until when recipients may choose another window; null if the account does not let them. */
  readonly windowOpenUntil: Date | null;
  /** Counted from 0; null for the whole order. */
  readonly dropoff: number | null;
  readonly history: readonly { readonly status: OrderStatus; readonly at: Date }[];
  readonly arrivedAtPickup: Date | null;
  readonly pickup: TrackedStop;
  readonly dropoffs: readonly TrackedStop[];
  /** The handover point from an earlier courier; null without one. */
  readonly takeover: Point | null;
  readonly approach: RouteLeg | null;
  readonly legs: readonly RouteLeg[];
  readonly returnState: ReturnState | null;
  readonly returnedAt: Date | null;
  /** Null unless cancelled, and when the order ended without a handover. */
  readonly cancelledBy: "shop" | "service" | null;
  readonly cancelReason: string | null;
  /** The code of the dropoff that the link belongs to; null without a link. */
  readonly code: string | null;
  readonly photos: readonly { readonly id: string; readonly takenAt: Date }[];
  /** Whether a courier who had accepted it has left it. */
  readonly wasAccepted: boolean;
  /** Whether an operator must confirm it before a courier is searched for. */
  readonly isHeld: boolean;
  /** The planned arrival at the pickup, valid until a time; null if no courier is planned, and once one has accepted. */
  readonly planned: { readonly arrivesAt: Date; readonly validUntil: Date } | null;
  /** What is shown of each arrival, by dropoff, counted from 0. */
  readonly arrivals: ReadonlyMap<number, ShownArrival>;
  readonly courierId: string | null;
  /** Null until a courier has accepted the order. */
  readonly courier: ResponseSource["driver"];
  readonly position: KnownPosition | null;
  /** Whether the courier's next stop is of this order. */
  readonly isNext: boolean;
  /** Whether `position` is at a stop of another order. */
  readonly isAtStopOfOthers: boolean;
  readonly stopsOfOthers: readonly StopOfOther[];
  /** How many of them come before each dropoff, without pickups of orders that are collected together with this one. */
  readonly othersBefore: readonly (number | null)[];
  /** An earlier fix of the courier with this order, at least five seconds before `position`. */
  readonly earlierPosition: Point | null;
  /** 1 for a real courier. */
  readonly speed: number;
  /** What estimates of its arrivals are made from; the priors for a simulated courier. */
  readonly durations: DurationModel;
}
