import type { Mode } from "@/lib/accounts/scope";
import type { OrderStatus } from "@/lib/orders/order";
import type { StopOutcome } from "@/lib/orders/stop-state";

/** What the console's sheet says of an order beyond what the board tells. */
export interface ConsoleFacts {
  readonly code: string;
  readonly mode: Mode;
  readonly status: OrderStatus;
  readonly hasCourier: boolean;
  readonly courier: { readonly name: string; readonly phone: string | null } | null;
  readonly shop: { readonly name: string; readonly email: string | null; readonly phone: string | null };
  readonly cargoSize: string;
  readonly isGoingBack: boolean;
  /** The pickup, and then the dropoffs. */
  readonly stops: readonly {
    readonly index: number;
    readonly street: string;
    readonly latitude: number;
    readonly longitude: number;
    readonly contactName: string | null;
    readonly contact: string;
    readonly outcome: StopOutcome;
    readonly isThere: boolean;
    readonly isAsked: boolean;
    readonly attempts: number;
    readonly answerUntil: string | null;
  }[];
}
