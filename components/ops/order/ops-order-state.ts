import type { OrderPageView } from "@/components/order/order-state";
import type { FormAction } from "@/components/ui/form-state";

/** Everything an order's page shows, and what only operators may know of it. */
export interface OpsPageView extends OrderPageView {
  readonly account: { readonly id: string; readonly name: string };
  readonly courierId: string | null;
  /** Who has the goods until the courier has taken them over. */
  readonly takeover: { readonly name: string; readonly phone: string } | null;
  /** Who let the courier go on without a stop's code; 0 is the pickup. */
  readonly overriders: readonly { readonly position: number; readonly name: string }[];
}

/** What an operator can do with an order. */
export interface OpsPageActions {
  readonly assign: FormAction;
  readonly start: FormAction;
  readonly deliver: FormAction;
  readonly deliverOne: FormAction;
  readonly cancel: FormAction;
  readonly takeBack: FormAction;
  readonly answer: FormAction;
  readonly override: FormAction;
  readonly adjust: FormAction;
}
