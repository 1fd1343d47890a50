import {
  type CarriedOrder,
  nextStepOf,
  type StepReport,
  withStep,
} from "@/lib/orders/carrying/carried-order";
import type { CancelledOrder } from "@/lib/orders/carrying/find-carried-order";
import type { Step } from "@/lib/orders/carrying/progress";

/** Everything the courier app shows, as the service sends it and the phone keeps it. */
export interface AppState {
  readonly courierName: string;
  readonly isOnShift: boolean;
  /** The order that they carry; pages of earlier releases read `job`. */
  readonly job: CarriedOrder | null;
  /** The courier's order that was cancelled, until another comes. */
  readonly cancelled: CancelledOrder | null;
  /** The settings for a background tracker on the phone. */
  readonly tracker: { readonly url: string; readonly deviceToken: string };
  readonly dispatcherPhone: string | null;
  /** The cash that they hold for buyouts; negative when they have paid with their own. */
  readonly cashRubles: number;
}

/** What a courier can report with a tap. */
export type Deed =
  | { readonly type: "step"; readonly orderId: string; readonly step: Step; readonly report?: StepReport }
  | { readonly type: "shift"; readonly isOn: boolean }
  | { readonly type: "hand_back"; readonly orderId: string };

/** A tap that is kept until the service has it. */
export interface Tap {
  /** The phone's own id for it. */
  readonly id: string;
  readonly at: string;
  readonly deed: Deed;
}

/** The state once these taps have arrived, so that a phone without a network can go on. */
export function withTaps(state: AppState, taps: readonly Tap[]): AppState {
  return taps.reduce(withTap, state);
}

function withTap(state: AppState, { deed, at }: Tap): AppState {
  const { job } = state;
  if (deed.type === "shift") return { ...state, isOnShift: deed.isOn };
  if (job === null || job.orderId !== deed.orderId) return state;
  if (deed.type === "hand_back") return job.status === "assigned" ? { ...state, job: null } : state;
  return { ...state, job: withStep(job, deed.step, at, deed.report) };
}

/** Where a tap is sent, and its body. */
export function requestOf({ deed, at }: Tap): { path: string; body: unknown } {
  if (deed.type === "shift") return { path: "/courier/shift", body: { on: deed.isOn } };
  if (deed.type === "hand_back") return { path: "/courier/hand-back", body: { orderId: deed.orderId } };
  return {
    path: "/courier/steps",
    body: { orderId: deed.orderId, step: deed.step, at, report: deed.report },
  };
}

/**
 * What the answer to a tap means. `taken`: the service has it; `refused`: it never will, and the courier is told;
 * `signed_out`: the link is no longer valid; `later`: the network or the service is down.
 */
export type SendResult = "taken" | "refused" | "signed_out" | "later";

/** @param status of the answer; null when none came */
export function outcomeOf(status: number | null): SendResult {
  if (status === null || status === 429 || status >= 500) return "later";
  if (status === 401) return "signed_out";
  return status < 300 ? "taken" : "refused";
}

/** The message for a courier whose order has left the screen; null when they know why, or when none has left. */
export function farewellOf(
  before: AppState,
  after: AppState,
): { type: "delivered" | "taken_away"; orderCode: string } | null {
  const job = before.job;
  if (job === null || after.job?.orderId === job.orderId) return null;
  if (after.cancelled?.orderId === job.orderId) return null;
  const type = nextStepOf(job) === null ? "delivered" : "taken_away";
  return { type, orderCode: job.orderCode };
}
