import type { OrderState } from "@/components/order/order-state";
import type { FormAction } from "@/components/ui/form-state";

export interface OpsOrderState extends OrderState {
  readonly account: { readonly id: string; readonly name: string };
  readonly courierId: string | null;
  /** Who has the goods until the courier has taken them over. */
  readonly takeover: { readonly name: string; readonly phone: string } | null;
  /** 0 is the pickup. */
  readonly overriders: readonly { readonly position: number; readonly name: string }[];
}

export interface OpsOrderActions {
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
