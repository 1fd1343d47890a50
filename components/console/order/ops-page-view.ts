import type { HeldOrderView } from "@/components/console/held-order";
import type { OrderPageView } from "@/components/orders/detail/order-state";

export interface OpsPageView extends OrderPageView {
  readonly account: { readonly id: string; readonly name: string };
  readonly courierId: string | null;
  /** The courier who holds the goods until the assigned courier takes them over. */
  readonly takeover: { readonly name: string; readonly phone: string } | null;
  /** Null unless its trip must be confirmed. */
  readonly held: HeldOrderView | null;
  /** Of each stop with an overridden code; position 0 is the pickup. */
  readonly overriders: readonly { readonly position: number; readonly name: string }[];
}
