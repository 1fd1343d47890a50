import { isAtNextStop } from "@/lib/courier-app/next-leg";
import type { RouteStop } from "@/lib/couriers/list-route";
import type { TransportType } from "@/lib/couriers/vehicle";
import type { DeclineReason } from "@/lib/dispatch/decline-reason";
import {
  applyStep,
  type CourierTask,
  findNextStep,
  type Offer,
  type StepInput,
} from "@/lib/orders/fulfillment/courier-task";
import type { OutgoingTakeover } from "@/lib/orders/fulfillment/find-takeover";
import type { CancelledTask, LeaveAtDoorTask } from "@/lib/orders/fulfillment/list-courier-tasks";
import type { CourierStep } from "@/lib/orders/progress";
import type { StopMessage } from "@/lib/orders/stop-message";
import { isSamePoint } from "@/lib/point";

export interface AppState {
  readonly courierName: string;
  readonly transport: TransportType;
  readonly isOnShift: boolean;
  /** Null while the courier gets offers, and off shift. */
  readonly breakSince: string | null;
  /** The order of the next stop. */
  readonly job: CourierTask | null;
  /** The courier's other orders, by their next stops; states of the former release omit them, and the route. */
  readonly laterJobs?: readonly CourierTask[];
  /** In the sequence of the visits. */
  readonly route?: readonly TaskStop[];
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

/** A remaining stop. */
export interface TaskStop extends Omit<RouteStop, "orderId"> {
  readonly orderId: string;
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
  | {
      readonly type: "hand_back";
      readonly orderId: string;
      /** Declined together with it. */
      readonly otherOrderIds?: readonly string[];
      readonly reason?: DeclineReason;
    }
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
  return withArrival(taps.reduce(withTap, state));
}

/** A courier who has just collected an order is at the pickup of the next one there. */
function withArrival(state: AppState): AppState {
  const { job, laterJobs = [] } = state;
  if (job === null || findNextStep(job)?.type !== "arrive_at_pickup") return state;
  const isHere = ({ pickup, dropoffs }: CourierTask) =>
    isSamePoint(pickup.address, job.pickup.address) &&
    dropoffs.every(
      ({ arrivedAt, failedAt, attempts }) => arrivedAt === null && failedAt === null && attempts === 0,
    );
  const carried = laterJobs.filter(({ status }) => status === "in_progress");
  const collected = carried.find(isHere);
  const arrivedAt = collected?.arrivedAt ?? null;
  return arrivedAt === null || !carried.every(isHere) ? state : { ...state, job: { ...job, arrivedAt } };
}

function withTap(state: AppState, { id, action, at }: QueuedAction): AppState {
  if (action.type === "shift") return { ...state, isOnShift: action.isOn, breakSince: null };
  if (action.type === "break")
    return { ...state, breakSince: action.isOn && state.isOnShift ? (state.breakSince ?? at) : null };
  if (action.type === "read") return { ...state, messages: unreadAfter(state.messages, action.upTo) };
  if (action.type === "dismiss")
    return state.suggestion?.suggestedAt === action.suggestedAt ? { ...state, suggestion: null } : state;
  if (action.type === "reply") return state;
  const tasks = listTasks(state);
  const task = tasks.find(({ orderId }) => orderId === action.orderId);
  if (task === undefined) return state;
  const withTask = (changed: CourierTask) =>
    withTasks(
      state,
      tasks.map((one) => (one === task ? changed : one)),
    );
  if (action.type === "hand_back") {
    const ids = listHandedBack(action);
    return withTasks(
      state,
      tasks.filter(({ orderId, status }) => status !== "assigned" || !ids.includes(orderId)),
    );
  }
  if (action.type === "message") {
    const { dropoff, code, text } = action;
    return withTask(withMessage(task, dropoff, { id, at, isFromCourier: true, code, text }));
  }
  return withTask(applyStep(task, action.step, at, action.report));
}

/** Lists all orders that the courier has, the one of the next stop first. */
export function listTasks({ job, laterJobs = [] }: Pick<AppState, "job" | "laterJobs">): CourierTask[] {
  return job === null ? [] : [job, ...laterJobs];
}

/** Sorts the orders by their next stops, behind them those that wait for an answer, offers, and those that have ended. */
function withTasks(state: AppState, tasks: readonly CourierTask[]): AppState {
  const route = state.route ?? [];
  const rank = (task: CourierTask): number => {
    const step = findNextStep(task);
    if (step === null) return route.length + 3;
    if (step.type === "accept") return route.length + 2;
    if (step.type === "wait") return route.length + 1;
    const next = route.findIndex((stop) => stop.orderId === task.orderId && isRemaining(task, stop));
    return next === -1 ? route.length : next;
  };
  // The service sorts orders without a next stop by their ids.
  const [job = null, ...laterJobs] = tasks.toSorted(
    (a, b) => rank(a) - rank(b) || Number(BigInt(a.orderId) - BigInt(b.orderId)),
  );
  return { ...state, job, laterJobs };
}

function isRemaining(task: CourierTask, { kind, stopPosition }: TaskStop): boolean {
  if (kind === "take_over") return task.takeover !== null;
  if (kind === "collect") return task.status === "assigned";
  if (kind === "return") return task.returnState === "on_the_way";
  const dropoff = task.dropoffs[stopPosition - 1];
  return dropoff !== undefined && dropoff.deliveredAt === null && dropoff.failedAt === null;
}

/** The orders that an action hands back. */
export const listHandedBack = ({
  orderId,
  otherOrderIds = [],
}: Extract<CourierAction, { type: "hand_back" }>): readonly string[] => [orderId, ...otherOrderIds];

export type OfferedTask = CourierTask & { readonly offer: Offer };

/**
 * Lists the offers that can be shown, which are answered together: all orders if none is accepted, or those that can be
 * added while the courier stands at a stop.
 */
export function listOffers(state: AppState): OfferedTask[] {
  const tasks = listTasks(state);
  const isOffer = (task: CourierTask): task is OfferedTask => task.offer !== null && task.acceptedAt === null;
  const [next] = tasks;
  if (next === undefined) return [];
  return isOffer(next) || isAtNextStop(findNextStep(next)) ? tasks.filter(isOffer) : [];
}

/** Lists the remaining stops of all orders, in the sequence of the visits. */
export function listRemainingStops(state: AppState): { task: CourierTask; stop: TaskStop }[] {
  const tasks = new Map(listTasks(state).map((task) => [task.orderId, task]));
  return (state.route ?? []).flatMap((stop) => {
    const task = tasks.get(stop.orderId);
    return task !== undefined && isRemaining(task, stop) ? [{ task, stop }] : [];
  });
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
    const { orderId, otherOrderIds, reason } = action;
    return { path: "/courier/hand-back", body: { orderId, otherOrderIds, reason } };
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

/** Lists orders that have left the screen without the courier knowing why. */
export function listEndedOrders(
  before: AppState,
  after: AppState,
): { orderId: string; type: ReturnType<typeof endReason>; orderCode: string }[] {
  const known = listTasks(after).map(({ orderId }) => orderId);
  const withOwnScreen = [after.cancelled?.orderId, after.toLeave?.orderId];
  return listTasks(before)
    .filter(({ orderId }) => !known.includes(orderId) && !withOwnScreen.includes(orderId))
    .map((task) => ({ orderId: task.orderId, type: endReason(task), orderCode: task.orderCode }));
}

function endReason(job: CourierTask) {
  if (findNextStep(job) !== null) return job.acceptedAt === null ? "offer_gone" : "taken_away";
  if (job.returnState === "returned") return "returned";
  return job.dropoffs.some(({ failedAt }) => failedAt !== null) ? "finished" : "delivered";
}

export interface DropoffResolution {
  readonly orderCode: string;
  readonly dropoff: number;
  readonly action: "retry" | "return" | "leave";
}

export function listResolutions(before: AppState, after: AppState): readonly DropoffResolution[] {
  const known = new Map(listTasks(before).map((task) => [task.orderId, task]));
  return listTasks(after).flatMap(({ orderId, orderCode, dropoffs }) =>
    dropoffs.flatMap(({ resolution, failedAt }, dropoff): DropoffResolution[] => {
      if (known.get(orderId)?.dropoffs[dropoff]?.resolution !== "ask" || resolution === "ask") return [];
      if (resolution !== null) return [{ orderCode, dropoff, action: resolution }];
      return failedAt === null ? [{ orderCode, dropoff, action: "retry" }] : [];
    }),
  );
}
