import type { HeldOrderView } from "@/components/console/held-order";
import type { OrderPageView } from "@/components/orders/detail/order-state";
import type { OperatorPlan } from "@/lib/console/operator-plan";

export interface OpsPageView extends OrderPageView {
  readonly account: { readonly id: string; readonly name: string };
  readonly courierId: string | null;
  /** Null unless it waits for a courier and a current plan contains it. */
  readonly operatorPlan: OperatorPlan | null;
  /** The courier who holds the goods until the assigned courier takes them over. */
  readonly takeover: { readonly name: string; readonly phone: string } | null;
  /** Null unless its trip must be confirmed. */
  readonly held: HeldOrderView | null;
  /** Of each stop with an overridden code; position 0 is the pickup. */
  readonly overriders: readonly { readonly position: number; readonly name: string }[];
}
