import { canChooseWindow } from "@/lib/orders/feedback/can-choose-window";
import { canGiveFeedback, type FeedbackValue, findArrival } from "@/lib/orders/feedback/feedback";
import { canNote } from "@/lib/orders/feedback/note";
import { listDecisions, listRequests } from "@/lib/orders/feedback/request";
import type { RecipientRequest } from "@/lib/orders/order";
import { nextDropoff } from "@/lib/orders/progress";
import type { StopMessage } from "@/lib/orders/stop-message";
import type { ArrivalWindow } from "@/lib/tracking/arrivals/arrival-window";
import { dropoffOutcome, viewerDropoff } from "@/lib/tracking/dropoff-outcome";
import { findViewerWindow } from "@/lib/tracking/find-viewer-window";
import type { Phase } from "@/lib/tracking/phase";
import type { TrackedOrder, TrackedStop } from "@/lib/tracking/tracked-order";

export interface RecipientView {
  readonly note: { readonly text: string; readonly isSeen: boolean } | null;
  readonly canNote: boolean;
  /** The newest messages while the goods are carried, oldest first. */
  readonly messages: readonly StopMessage[];
  /** After a failed attempt, while the shop decides. */
  readonly request: RecipientRequest | null;
  readonly requests: readonly RecipientRequest[];
  /** Requests that take effect without the shop. */
  readonly decisions: readonly RecipientRequest[];
  readonly isAfterOthers: boolean;
  readonly waiting: TrackedStop["waiting"];
  readonly feedback: { readonly value: FeedbackValue; readonly text: string | null } | null;
  readonly canFeedback: boolean;
  readonly canSubscribe: boolean;
  /** Whether another window can be chosen, on a separate page. */
  readonly canChooseWindow: boolean;
  /** Set for a scheduled delivery until its courier sets out. */
  readonly planned: ArrivalWindow | null;
}

const MAX_SHOWN = 6;

const PLANNED_MS = 30 * 60_000;

export function buildRecipientView(order: TrackedOrder, phase: Phase, now: Date): RecipientView {
  const own = viewerDropoff(order);
  const isUpcoming =
    own !== undefined && canNote({ status: order.status, isOpen: dropoffOutcome(own) === "open" });
  const canFeedback = own !== undefined && canGiveFeedback(findArrival(own), now);
  const requests = own !== undefined && order.status === "in_progress" ? listRequests(own) : [];
  return {
    note: isUpcoming && own.note !== null ? { text: own.note, isSeen: own.isNoteSeen } : null,
    canNote: isUpcoming,
    messages: isUpcoming && order.status === "in_progress" ? (own.messages ?? []).slice(-MAX_SHOWN) : [],
    request: requests.length > 0 ? (own?.request ?? null) : null,
    requests,
    ...(own === undefined || requests.length === 0 ? NO_DECISIONS : getDecisions(own, order)),
    feedback: canFeedback && own.feedback !== null ? { value: own.feedback, text: own.feedbackText } : null,
    canFeedback,
    canSubscribe: isUpcoming && phase !== "near" && phase !== "here",
    canChooseWindow: own !== undefined && canChooseWindow({ ...order, ...own }, now),
    planned: findPlanned(order, now),
  };
}

const NO_DECISIONS = { decisions: [], isAfterOthers: false, waiting: null } as const;

function getDecisions(
  own: TrackedStop,
  { dropoffs }: TrackedOrder,
): Pick<RecipientView, keyof typeof NO_DECISIONS> {
  const decisions = listDecisions(own, dropoffs);
  const isAfterOthers = nextDropoff({ dropoffs }) !== null;
  return { decisions, isAfterOthers, waiting: decisions.length > 0 ? own.waiting : null };
}

function findPlanned(order: TrackedOrder, now: Date): ArrivalWindow | null {
  const { status, deliveryTime } = order;
  if (status !== "new" && status !== "assigned") return null;
  const window = findViewerWindow(order);
  if (window !== null) return window.to > now ? window : null;
  if (deliveryTime === null || deliveryTime <= now) return null;
  return { from: deliveryTime, to: new Date(deliveryTime.getTime() + PLANNED_MS) };
}
