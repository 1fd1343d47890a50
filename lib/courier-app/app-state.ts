import type { TransportType } from "@/lib/couriers/vehicle";
import type { DeclineReason } from "@/lib/dispatch/decline-reason";
import {
  applyStep,
  type CourierTask,
  findNextStep,
  type StepInput,
} from "@/lib/orders/fulfillment/courier-task";
import type { CancelledTask, LeaveAtDoorTask } from "@/lib/orders/fulfillment/find-courier-task";
import type { OutgoingTakeover } from "@/lib/orders/fulfillment/find-takeover";
import type { CourierStep } from "@/lib/orders/progress";
import type { StopMessage } from "@/lib/orders/stop-message";

export interface AppState {
  readonly courierName: string;
  readonly transport: TransportType;
  readonly isOnShift: boolean;
  /** Null while the courier gets offers, and off shift. */
  readonly breakSince: string | null;
  readonly job: CourierTask | null;
  /** Shown until the courier has another order. */
  readonly cancelled: CancelledTask | null;
  readonly toLeave: LeaveAtDoorTask | null;
  readonly tracker: { readonly url: string; readonly deviceToken: string };
  readonly dispatcherPhone: string | null;
  /** Cash from buyouts; negative when the courier has paid with their own. */
  readonly cashRubles: number;
  readonly toHandOver: OutgoingTakeover | null;
  /** `rubles` is null while operators have set no pay. */
  readonly today: { readonly rubles: number | null; readonly orders: number };
  /** Today's and yesterday's orders, latest first; empty with an order. */
  readonly finished: readonly {
    readonly orderCode: string;
    readonly street: string;
    readonly endedAt: string;
    readonly rubles: number | null;
  }[];
  /** Unread messages, oldest first. */
  readonly messages: readonly OperatorMessage[];
  /** Where to wait for the next order; states of the former release omit it. */
  readonly suggestion?: SuggestedPlace | null;
  /** VAPID public key for push subscriptions; null where the service sends no notifications. */
  readonly pushKey: string | null;
}

/** The area of recent pickups. */
export interface SuggestedPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly minutes: number;
  readonly suggestedAt: string;
}

export interface OperatorMessage {
  readonly id: string;
  readonly text: string;
  readonly sentAt: string;
}

export type CourierAction =
  | {
      readonly type: "step";
      readonly orderId: string;
      readonly step: CourierStep;
      readonly report?: StepInput;
    }
  | { readonly type: "shift"; readonly isOn: boolean }
  | { readonly type: "break"; readonly isOn: boolean }
  | { readonly type: "hand_back"; readonly orderId: string; readonly reason?: DeclineReason }
  | { readonly type: "read"; readonly upTo: string }
  | { readonly type: "dismiss"; readonly suggestedAt: string }
  /** To operators. */
  | { readonly type: "reply"; readonly text: string }
  | (Pick<StopMessage, "code" | "text"> & {
      readonly type: "message";
      readonly orderId: string;
      readonly dropoff: number;
    });

export interface QueuedAction {
  readonly id: string;
  readonly at: string;
  readonly action: CourierAction;
  /** Until this instant of the service's clock, the action is not sent and can be undone. */
  readonly heldUntil?: string;
}

export function applyQueuedActions(state: AppState, taps: readonly QueuedAction[]): AppState {
  return taps.reduce(withTap, state);
}

function withTap(state: AppState, { id, action, at }: QueuedAction): AppState {
  const { job } = state;
  if (action.type === "shift") return { ...state, isOnShift: action.isOn, breakSince: null };
  if (action.type === "break")
    return { ...state, breakSince: action.isOn && state.isOnShift ? (state.breakSince ?? at) : null };
  if (action.type === "read") return { ...state, messages: unreadAfter(state.messages, action.upTo) };
  if (action.type === "dismiss")
    return state.suggestion?.suggestedAt === action.suggestedAt ? { ...state, suggestion: null } : state;
  if (action.type === "reply" || job === null || job.orderId !== action.orderId) return state;
  if (action.type === "hand_back") return job.status === "assigned" ? { ...state, job: null } : state;
  if (action.type === "message") {
    const { dropoff, code, text } = action;
    return { ...state, job: withMessage(job, dropoff, { id, at, isFromCourier: true, code, text }) };
  }
  return { ...state, job: applyStep(job, action.step, at, action.report) };
}

function withMessage(job: CourierTask, dropoff: number, message: StopMessage): CourierTask {
  const dropoffs = job.dropoffs.map((stop, index) => {
    const { messages = [] } = stop;
    const isNew = index === dropoff && messages.every(({ id }) => id !== message.id);
    return isNew ? { ...stop, messages: [...messages, message] } : stop;
  });
  return { ...job, dropoffs };
}

const unreadAfter = (messages: readonly OperatorMessage[], upTo: string) =>
  messages.filter(({ id }) => BigInt(id) > BigInt(upTo));

export function toHttpRequest({ id, action, at }: QueuedAction): { path: string; body: unknown } {
  if (action.type === "shift" || action.type === "break")
    return { path: `/courier/${action.type}`, body: { on: action.isOn } };
  if (action.type === "read") return { path: "/courier/messages", body: { upTo: action.upTo } };
  if (action.type === "dismiss")
    return { path: "/courier/dismissals", body: { suggestedAt: action.suggestedAt } };
  if (action.type === "reply") return { path: "/courier/replies", body: { text: action.text, at } };
  if (action.type === "message") {
    const { type: _, ...message } = action;
    return { path: "/courier/recipient-messages", body: { ...message, id, at } };
  }
  if (action.type === "hand_back") {
    const { orderId, reason } = action;
    return { path: "/courier/hand-back", body: { orderId, reason } };
  }
  return {
    path: "/courier/steps",
    body: { orderId: action.orderId, step: action.step, at, report: action.report, tapId: id },
  };
}

/** `refused` is final; `signed_out`: the link is no longer valid; `later`: the network or the service is down. */
export type SendResult = "taken" | "refused" | "signed_out" | "later";

export function sendResultFor(status: number | null): SendResult {
  if (status === null || status === 429 || status >= 500) return "later";
  if (status === 401) return "signed_out";
  return status < 300 ? "taken" : "refused";
}

const CODE_WRONG = "courier.code_wrong";

/** Lists the queued actions to discard: the refused one and, after a wrong code, later steps of the same order. */
export function dependentActions(
  refused: QueuedAction,
  errorId: string | null,
  later: readonly QueuedAction[],
): readonly QueuedAction[] {
  const { action } = refused;
  if (errorId !== CODE_WRONG || action.type !== "step") return [refused];
  const isOfOrder = (tap: QueuedAction) =>
    tap.action.type === "step" && tap.action.orderId === action.orderId;
  return [refused, ...later.filter(isOfOrder)];
}

export function isCodeWrong(errorId: string | null): boolean {
  return errorId === CODE_WRONG;
}

/** Null when the courier knows why the order left the screen, or none has. */
export function orderEndedMessage(
  before: AppState,
  after: AppState,
): { type: ReturnType<typeof endReason>; orderCode: string } | null {
  const { job } = before;
  if (job === null || after.job?.orderId === job.orderId) return null;
  if (after.cancelled?.orderId === job.orderId || after.toLeave?.orderId === job.orderId) return null;
  return { type: endReason(job), orderCode: job.orderCode };
}

function endReason(job: CourierTask) {
  if (findNextStep(job) !== null) return job.acceptedAt === null ? "offer_gone" : "taken_away";
  if (job.returnState === "returned") return "returned";
  return job.dropoffs.some(({ failedAt }) => failedAt !== null) ? "finished" : "delivered";
}

export interface DropoffResolution {
  readonly dropoff: number;
  readonly action: "retry" | "return" | "leave";
}

export function listResolutions(before: AppState, after: AppState): readonly DropoffResolution[] {
  const [was, is] = [before.job, after.job];
  if (was === null || is === null || was.orderId !== is.orderId) return [];
  return is.dropoffs.flatMap(({ resolution, failedAt }, dropoff): DropoffResolution[] => {
    if (was.dropoffs[dropoff]?.resolution !== "ask" || resolution === "ask") return [];
    if (resolution !== null) return [{ dropoff, action: resolution }];
    return failedAt === null ? [{ dropoff, action: "retry" }] : [];
  });
}
