import { type CarriedOrder, nextStepOf, withStep } from "@/lib/orders/carrying/carried-order";
import type { CancelledOrder } from "@/lib/orders/carrying/find-carried-order";
import type { Step } from "@/lib/orders/carrying/progress";

/** All that a courier's phone shows, as the service sends it and the phone keeps it. */
export interface AppState {
  readonly courierName: string;
  readonly isOnShift: boolean;
  /** The order that they carry; `job` is what pages of earlier releases read. */
  readonly job: CarriedOrder | null;
  /** The order that was cancelled under the courier's hands, until another comes. */
  readonly cancelled: CancelledOrder | null;
  /** What a background tracker on the phone is set to. */
  readonly tracker: { readonly url: string; readonly deviceToken: string };
  readonly dispatcherPhone: string | null;
}

/** What a courier may tell by a tap. */
export type Deed =
  | { readonly type: "step"; readonly orderId: string; readonly step: Step }
  | { readonly type: "shift"; readonly isOn: boolean }
  | { readonly type: "hand_back"; readonly orderId: string };

/** A tap that is kept until the service has it. */
export interface Tap {
  /** The phone's own name for it. */
  readonly id: string;
  readonly at: string;
  readonly deed: Deed;
}

/** The state as it will be once these taps have arrived, so that a phone without a network goes on. */
export function withTaps(state: AppState, taps: readonly Tap[]): AppState {
  return taps.reduce(withTap, state);
}

function withTap(state: AppState, { deed, at }: Tap): AppState {
  const { job } = state;
  if (deed.type === "shift") return { ...state, isOnShift: deed.isOn };
  if (job === null || job.orderId !== deed.orderId) return state;
  if (deed.type === "hand_back") return job.status === "assigned" ? { ...state, job: null } : state;
  return { ...state, job: withStep(job, deed.step, at) };
}

/** Where a tap is sent and what. */
export function requestOf({ deed, at }: Tap): { path: string; body: unknown } {
  if (deed.type === "shift") return { path: "/courier/shift", body: { on: deed.isOn } };
  if (deed.type === "hand_back") return { path: "/courier/hand-back", body: { orderId: deed.orderId } };
  return { path: "/courier/steps", body: { orderId: deed.orderId, step: deed.step, at } };
}

/**
 * What becomes of a tap by the answer to it. `taken`: the service has it; `refused`: it never will, which the
 * courier is told; `signed_out`: the link is no longer valid; `later`: the network, or the service, is not there.
 */
export type SendResult = "taken" | "refused" | "signed_out" | "later";

/** @param status of the answer; null when none came */
export function outcomeOf(status: number | null): SendResult {
  if (status === null || status === 429 || status >= 500) return "later";
  if (status === 401) return "signed_out";
  return status < 300 ? "taken" : "refused";
}

/** What a courier is told when a job has gone from the screen; null when they know why, or when none has gone. */
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
