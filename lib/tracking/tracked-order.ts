import type { ShopIdentity } from "@/lib/accounts/shop-identity";
import type { FailureCode, OrderStatus, RecipientRequest, ReturnState } from "@/lib/orders/order";
import type { DropoffProgress } from "@/lib/orders/progress";
import type { FeedbackValue } from "@/lib/orders/recipient/feedback";
import type { PaymentType } from "@/lib/orders/stop-fields";
import type { Point } from "@/lib/routing/geo";

/** What the recipient of a stop has said. */
interface SaidAtStop {
  readonly note: string | null;
  readonly isNoteSeen: boolean;
  readonly request: RecipientRequest | null;
  /** Whether the account lets recipients decide. */
  readonly mayDecide: boolean;
  readonly feedback: FeedbackValue | null;
  readonly feedbackText: string | null;
}

/** A stop of a tracked order. */
export interface TrackedStop extends Point, DropoffProgress, SaidAtStop {
  readonly area: string;
  readonly street: string;
  readonly building: string;
  readonly failureCode: FailureCode | null;
  /** Who signed for it. */
  readonly signerName: string | null;
  /** Whether goods change hands there against a code, a signature or a payment. */
  readonly isInPerson: boolean;
  /** What waiting would cost on another attempt, in RUB; null for nothing, and unless the recipient may decide on one. */
  readonly waiting: { readonly perMinute: number; readonly freeMinutes: number } | null;
  /** Whether the courier still has to be told its code. */
  readonly needsCode: boolean;
  /** Whether it was wrong too often, and nobody has let the courier go on without it. */
  readonly isCodeBlocked: boolean;
  readonly asksPhoto: boolean;
  /** What else the courier was told of the way to the door. */
  readonly given: readonly DoorDetail[];
  /** The buyout in RUB; null without one. */
  readonly buyoutRubles: number | null;
  readonly paymentType: PaymentType;
}

/** What a page tells its reader is known of their door, and never what it is. */
export const DOOR_DETAILS = ["entrance", "floor", "intercom"] as const;
export type DoorDetail = (typeof DOOR_DETAILS)[number];

/**
 * Everything that a tracking page is made from. It holds what no page may show, so it never leaves the server:
 * `trackingView` decides what does.
 */
export interface TrackedOrder {
  readonly id: bigint;
  readonly orderCode: string;
  readonly isTest: boolean;
  readonly shop: ShopIdentity;
  readonly status: OrderStatus;
  readonly deliveryTime: Date | null;
  /** What the link shows: the whole order (null), or one of several dropoffs, counted from 0. */
  readonly dropoff: number | null;
  /** Oldest first; the first is `new`. */
  readonly history: readonly { readonly status: OrderStatus; readonly at: Date }[];
  readonly arrivedAtPickup: Date | null;
  readonly pickup: TrackedStop;
  readonly dropoffs: readonly TrackedStop[];
  /** Where the courier takes the goods over from a former one; null unless they have to. */
  readonly takeover: Point | null;
  /** The route to the pickup as driven; null for a straight line. */
  readonly approach: { readonly path: readonly Point[]; readonly durationSeconds: number } | null;
  /** The route to each dropoff as it is driven. */
  readonly legs: readonly { readonly path: readonly Point[]; readonly durationSeconds: number }[];
  /** Whether goods go back to the pickup, and how far they are. */
  readonly returnState: ReturnState | null;
  readonly returnedAt: Date | null;
  /** Who cancelled it; null while nobody has, and when it ended for want of a handover. */
  readonly cancelledBy: "shop" | "service" | null;
  /** The code of the dropoff that the link may be of; null without a link. */
  readonly code: string | null;
  /** The photos that were taken there, oldest first. */
  readonly photos: readonly { readonly id: string; readonly takenAt: Date }[];
  /** Whether it is assigned to a courier who has not accepted it yet. */
  readonly isOffered: boolean;
  /** Null until a courier has accepted the order. */
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
