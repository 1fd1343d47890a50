import tzLookup from "@photostructure/tz-lookup";
import type { Context } from "@/lib/context";
import type { AppState } from "@/lib/courier-app/app-state";
import { cashBalance } from "@/lib/couriers/cash-balance";
import { trackerUrl } from "@/lib/couriers/issue-courier-link";
import { listUnread } from "@/lib/couriers/list-messages";
import { listRoute } from "@/lib/couriers/list-route";
import { findPosition } from "@/lib/couriers/record-position";
import { getDeviceToken } from "@/lib/couriers/secret";
import type { Queryable } from "@/lib/db/client";
import type { Courier } from "@/lib/db/generated/client";
import { findSuggestion } from "@/lib/dispatch/idle-suggestion";
import { listLastDays } from "@/lib/locale/day";
import { markNotesSeen } from "@/lib/orders/feedback/mark-notes-seen";
import type { CourierTask } from "@/lib/orders/fulfillment/courier-task";
import { type FinishedTask, listFinishedTasks, sumEarnings } from "@/lib/orders/fulfillment/find-earnings";
import { findOutgoingTakeover } from "@/lib/orders/fulfillment/find-takeover";
import { findEndedTask, listCourierTasks } from "@/lib/orders/fulfillment/list-courier-tasks";
import { toRubles } from "@/lib/pricing/money";

/** A courier who opens the app later gets no message about the ended order. */
const ENDED_WITHIN_MS = 6 * 60 * 60_000;
const MAX_FINISHED = 20;

export async function getAppState(
  context: Pick<Context, "db" | "clock" | "publicUrl" | "dispatch"> &
    Pick<AppState, "dispatcherPhone" | "pushKey">,
  courier: Courier,
  secret: string,
): Promise<AppState> {
  const { db, clock, publicUrl, dispatch, dispatcherPhone, pushKey } = context;
  const since = new Date(clock.now().getTime() - ENDED_WITHIN_MS);
  const [tasks, route, cash, { today, finished }, messages, toHandOver, suggestion] = await Promise.all([
    listCourierTasks(db, courier.id, dispatch),
    listRoute(db, courier.id),
    cashBalance(db, courier.id),
    findRecentWork(db, courier.id, clock.now()),
    listUnread(db, courier.id),
    findOutgoingTakeover(db, courier.id),
    findSuggestion(db, courier.id, clock.now()),
  ]);
  const accepted = tasks.filter(({ acceptedAt }) => acceptedAt !== null);
  for (const task of accepted) await markSeen({ db, clock }, courier.id, task);
  const ended = await findEndedTask(db, courier.id, since);
  // A courier who has accepted an order since then no longer needs the message about the ended one.
  const isBetween = accepted.every(({ acceptedAt }) => ended !== null && (acceptedAt ?? "") < ended.at);
  const [job = null, ...laterJobs] = [...accepted, ...tasks.filter(({ acceptedAt }) => acceptedAt === null)];
  return {
    courierName: courier.name,
    transport: courier.transportType,
    isOnShift: courier.onShiftSince !== null,
    breakSince: courier.onBreakSince?.toISOString() ?? null,
    job,
    laterJobs,
    route: route.map(({ orderId, ...stop }) => ({ ...stop, orderId: String(orderId) })),
    cancelled: job === null ? (ended?.cancelled ?? null) : null,
    toLeave: isBetween ? (ended?.toLeave ?? null) : null,
    toHandOver,
    tracker: { url: trackerUrl(publicUrl), deviceToken: getDeviceToken(secret) },
    dispatcherPhone,
    cashRubles: toRubles(cash),
    today: { rubles: today.pay === null ? null : toRubles(today.pay), orders: today.orders },
    finished: job === null ? finished.slice(0, MAX_FINISHED).map(toFinishedTask) : [],
    messages: messages.map(({ id, text, sentAt }) => ({
      id: String(id),
      text,
      sentAt: sentAt.toISOString(),
    })),
    suggestion: suggestion && {
      latitude: suggestion.latitude,
      longitude: suggestion.longitude,
      minutes: Math.max(1, Math.round(suggestion.travelSeconds / 60)),
      suggestedAt: suggestion.suggestedAt.toISOString(),
    },
    pushKey,
  };
}

/** Marks the recipients' notes as seen, since the app shows them. */
async function markSeen(
  context: Parameters<typeof markNotesSeen>[0],
  courierId: string,
  { orderId, dropoffs }: CourierTask,
): Promise<void> {
  const notes = dropoffs.flatMap(({ note, deliveredAt }, index) =>
    note == null || deliveredAt !== null ? [] : [{ position: index + 1, text: note }],
  );
  if (notes.length > 0) await markNotesSeen(context, courierId, BigInt(orderId), notes);
}

/** A day begins at midnight in the time zone of the courier's last position. */
async function findRecentWork(db: Queryable, courierId: string, now: Date) {
  const position = await findPosition(db, courierId);
  const timeZone = position === null ? "UTC" : tzLookup(position.latitude, position.longitude);
  const [yesterday, today] = listLastDays(now, timeZone, 2);
  if (yesterday === undefined || today === undefined) throw new Error("lastDays returned no day");
  const finished = await listFinishedTasks(db, courierId, { from: yesterday.from, to: today.to });
  return { finished, today: sumEarnings(finished.filter(({ endedAt }) => endedAt >= today.from)) };
}

const toFinishedTask = ({ pay, endedAt, ...task }: FinishedTask): AppState["finished"][number] => ({
  ...task,
  endedAt: endedAt.toISOString(),
  rubles: pay === null ? null : toRubles(pay),
});
