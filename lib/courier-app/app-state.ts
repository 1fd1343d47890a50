import { type CourierTask, nextStepOf, type StepReport, withStep } from "@/lib/orders/carrying/carried-order";
import type { CancelledTask, LeaveAtDoorTask } from "@/lib/orders/carrying/find-carried-order";
import type { GoodsToGive } from "@/lib/orders/carrying/find-takeover";
import type { Step } from "@/lib/orders/progress";
import type { SaidReason } from "@/lib/waiting/refusal";

/** Everything the courier app shows, as the service sends it and the phone keeps it. */
export interface AppState {
  readonly courierName: string;
  readonly isOnShift: boolean;
  /** The order that they carry. */
  readonly job: CourierTask | null;
  /** The courier's order that was cancelled, until another comes. */
  readonly cancelled: CancelledTask | null;
  /** The courier's last order, if its goods stay at a door. */
  readonly toLeave: LeaveAtDoorTask | null;
  /** The settings for a background tracker on the phone. */
  readonly tracker: { readonly url: string; readonly deviceToken: string };
  readonly dispatcherPhone: string | null;
  /** The cash that they hold for buyouts; negative when they have paid with their own. */
  readonly cashRubles: number;
  /** What another courier takes over from them. */
  readonly toHandOver: GoodsToGive | null;
  /** What they have finished today and earned with it; null while operators have set no pay. */
  readonly today: { readonly rubles: number | null; readonly orders: number };
  /** What operators have told them and they have not read, oldest first. */
  readonly messages: readonly OperatorMessage[];
  /** What browsers subscribe to notifications with; null where the service sends none. */
  readonly pushKey: string | null;
}

/** What operators have told a courier. */
export interface OperatorMessage {
  readonly id: string;
  readonly text: string;
  readonly sentAt: string;
}

/** What a courier can report with a tap. */
export type Deed =
  | { readonly type: "step"; readonly orderId: string; readonly step: Step; readonly report?: StepReport }
  | { readonly type: "shift"; readonly isOn: boolean }
  | { readonly type: "hand_back"; readonly orderId: string; readonly reason?: SaidReason }
  | { readonly type: "read"; readonly upTo: string };

/** A tap that is kept until the service has it. */
export interface Tap {
  /** The phone's own id for it. */
  readonly id: string;
  readonly at: string;
  readonly deed: Deed;
  /** Until then, by the service's clock, it is not sent and can be undone. */
  readonly heldUntil?: string;
}

/** The state once these taps have arrived, so that a phone without a network can go on. */
export function withTaps(state: AppState, taps: readonly Tap[]): AppState {
  return taps.reduce(withTap, state);
}

function withTap(state: AppState, { deed, at }: Tap): AppState {
  const { job } = state;
  if (deed.type === "shift") return { ...state, isOnShift: deed.isOn };
  if (deed.type === "read") return { ...state, messages: unreadAfter(state.messages, deed.upTo) };
  if (job === null || job.orderId !== deed.orderId) return state;
  if (deed.type === "hand_back") return job.status === "assigned" ? { ...state, job: null } : state;
  return { ...state, job: withStep(job, deed.step, at, deed.report) };
}

const unreadAfter = (messages: readonly OperatorMessage[], upTo: string) =>
  messages.filter(({ id }) => BigInt(id) > BigInt(upTo));

/** Where a tap is sent, and its body. */
export function requestOf({ id, deed, at }: Tap): { path: string; body: unknown } {
  if (deed.type === "shift") return { path: "/courier/shift", body: { on: deed.isOn } };
  if (deed.type === "read") return { path: "/courier/messages", body: { upTo: deed.upTo } };
  if (deed.type === "hand_back") {
    const { orderId, reason } = deed;
    return { path: "/courier/hand-back", body: { orderId, reason } };
  }
  return {
    path: "/courier/steps",
    body: { orderId: deed.orderId, step: deed.step, at, report: deed.report, tapId: id },
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

/** The `error.id` of a step that named a wrong code. */
const CODE_WRONG = "courier.code_wrong";

/**
 * The taps that a refused one takes with it. After a wrong code the stop is as before, and so are the steps that were
 * tapped for the order since; anything else that is refused goes alone.
 *
 * @param errorId of the answer; null when it had none
 */
export function undoneWith(refused: Tap, errorId: string | null, later: readonly Tap[]): readonly Tap[] {
  const { deed } = refused;
  if (errorId !== CODE_WRONG || deed.type !== "step") return [refused];
  const isOfOrder = (tap: Tap) => tap.deed.type === "step" && tap.deed.orderId === deed.orderId;
  return [refused, ...later.filter(isOfOrder)];
}

/** Whether a tap was refused for its code. @param errorId of the answer; null when it had none */
export function isCodeWrong(errorId: string | null): boolean {
  return errorId === CODE_WRONG;
}

/** The message for a courier whose order has left the screen; null when they know why, or when none has left. */
export function farewellOf(
  before: AppState,
  after: AppState,
): {
  type: "delivered" | "finished" | "returned" | "taken_away" | "offer_gone";
  orderCode: string;
} | null {
  const { job } = before;
  if (job === null || after.job?.orderId === job.orderId) return null;
  if (after.cancelled?.orderId === job.orderId || after.toLeave?.orderId === job.orderId) return null;
  return { type: endOf(job), orderCode: job.orderCode };
}

function endOf(job: CourierTask) {
  if (nextStepOf(job) !== null) return job.acceptedAt === null ? "offer_gone" : "taken_away";
  if (job.returnState === "returned") return "returned";
  return job.dropoffs.some(({ failedAt }) => failedAt !== null) ? "finished" : "delivered";
}

/** What has been decided about the goods of a dropoff, counted from 0. */
export interface Answer {
  readonly dropoff: number;
  readonly action: "retry" | "return" | "leave";
}

/** The answers that have come for the carried order's open questions. */
export function answersOf(before: AppState, after: AppState): readonly Answer[] {
  const [was, is] = [before.job, after.job];
  if (was === null || is === null || was.orderId !== is.orderId) return [];
  return is.dropoffs.flatMap(({ resolution, failedAt }, dropoff): Answer[] => {
    if (was.dropoffs[dropoff]?.resolution !== "ask" || resolution === "ask") return [];
    if (resolution !== null) return [{ dropoff, action: resolution }];
    return failedAt === null ? [{ dropoff, action: "retry" }] : [];
  });
}
