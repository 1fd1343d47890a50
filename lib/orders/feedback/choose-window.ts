import type { Context } from "@/lib/context";
import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { HOUR_MS, MINUTE_MS } from "@/lib/duration";
import { listNextDates } from "@/lib/locale/day";
import { fromLocalTime } from "@/lib/locale/local-time";
import { type DeliveryWindow, isSameWindow } from "@/lib/orders/delivery-window";
import { canChooseWindow } from "@/lib/orders/feedback/can-choose-window";
import { findLinkedOrderId, findOwnStop } from "@/lib/orders/feedback/store";
import { getOrder, type Order } from "@/lib/orders/load-order";
import type { OrderRequest } from "@/lib/orders/order";
import { requestHash } from "@/lib/orders/request-hash";
import { isWellFormedToken } from "@/lib/orders/tracking-token";
import {
  editOrder,
  findEditIssues,
  findNewMissedWindows,
  getEditRules,
} from "@/lib/orders/update/edit-order";
import { listIntervals } from "@/lib/service-area/opening-hours";
import { findInnermostZone } from "@/lib/service-area/zone";

type RecipientContext = Omit<Context, "actor">;

const OFFERED_DAYS = 7;
const MAX_OFFERED = 100;

/** The recipient's own window, and those that they may choose instead, in time order. */
export interface WindowChoice {
  readonly current: DeliveryWindow;
  readonly windows: readonly DeliveryWindow[];
}

/**
 * Lists windows of the next seven days that are as long as the present one, within the hours that the account allows, and to
 * which the shop itself could edit the order.
 * @throws DomainError LINK_NOT_FOUND; STEP_NOT_POSSIBLE if the recipient may not choose
 */
export async function getWindowChoice(context: RecipientContext, token: string): Promise<WindowChoice> {
  const { order, ...own } = await findOwnWindow(context, token);
  return { current: own.current, windows: await listPossibleWindows(context, order, own) };
}

/**
 * Moves the recipient's dropoff to another window, at the same price; idempotent.
 * @param from the start of the window, in ISO 8601
 * @throws DomainError LINK_NOT_FOUND, INVALID_PAYLOAD; STEP_NOT_POSSIBLE if this window cannot be chosen, or not any more
 */
export async function chooseWindow(context: RecipientContext, token: string, from: string): Promise<void> {
  const startsAt = Date.parse(from);
  if (Number.isNaN(startsAt)) {
    throw new DomainError("INVALID_PAYLOAD", [{ field: "from", message: "must be a time in ISO 8601" }]);
  }
  const { order, ...own } = await findOwnWindow(context, token);
  if (own.current.from.getTime() === startsAt) return;
  // The edit itself judges the window.
  const chosen = listWindowsOfDays(own, context.clock.now()).find(
    ({ from: at }) => at.getTime() === startsAt,
  );
  if (chosen === undefined) throw new DomainError("STEP_NOT_POSSIBLE");
  const { scope, externalOrderId } = order;
  try {
    await editOrder(toRecipientContext(context, own), scope, {
      externalOrderId,
      change: (stored) => withWindow(stored, own.position, chosen),
      quoteId: undefined,
      terms: { seenVersion: requestHash(order.details), isBeforeDispatch: true },
    });
  } catch (error) {
    if (!(error instanceof DomainError) || !CHANGED_MEANWHILE.has(error.code)) throw error;
    throw new DomainError("STEP_NOT_POSSIBLE");
  }
}

const CHANGED_MEANWHILE: ReadonlySet<string> = new Set([
  "ORDER_CHANGED",
  "ORDER_NOT_EDITABLE",
  "INVALID_PAYLOAD",
]);

interface OwnWindow {
  readonly position: number;
  readonly current: DeliveryWindow;
  readonly hours: string;
  readonly timeZone: string;
}

async function findOwnWindow(
  { db, clock }: { readonly db: Database } & Pick<Context, "clock">,
  token: string,
): Promise<OwnWindow & { readonly order: Order<"request"> }> {
  const orderId = isWellFormedToken(token) ? await findLinkedOrderId(db, token) : null;
  if (orderId === null) throw new DomainError("LINK_NOT_FOUND");
  const order = await getOrder(db, { orderId }, ["request"]);
  const own = await findOwnStop(db, order, token);
  if (own === null) throw new DomainError("STEP_NOT_POSSIBLE");
  const { position, dispatchAt, recipientWindowHours: hours, timeZone } = own;
  const current = order.details.dropoffs[position - 1]?.deliveryWindow ?? null;
  const stop = { ...order, deliveryWindow: current, windowOpenUntil: hours === null ? null : dispatchAt };
  if (!canChooseWindow(stop, clock.now()) || current === null || hours === null) {
    throw new DomainError("STEP_NOT_POSSIBLE");
  }
  return { order, position, current, hours, timeZone };
}

const toRecipientContext = (context: RecipientContext, { position }: OwnWindow): Context => ({
  ...context,
  actor: { type: "recipient", id: String(position) },
});

async function listPossibleWindows(
  context: RecipientContext,
  order: Order<"request">,
  own: OwnWindow,
): Promise<DeliveryWindow[]> {
  const { position, current } = own;
  const { area, ...others } = await getEditRules(toRecipientContext(context, own), order.scope);
  const { pickup, dropoffs } = order.details;
  // The zones that decide are found once, not for each window.
  const deciding = [pickup, ...dropoffs].flatMap(
    ({ address }) => findInnermostZone(area.zones, address) ?? [],
  );
  const rules = { ...others, area: { ...area, zones: [...new Set(deciding)] } };
  return listWindowsOfDays(own, rules.askedAt).filter((window) => {
    if (isSameWindow(window, current)) return false;
    const details = withWindow(order.details, position, window);
    return (
      findEditIssues(rules, order.details, details).length === 0 &&
      findNewMissedWindows(rules, order.details, { details, trip: order.trip }).length === 0
    );
  });
}

/** Lists windows as long as the current one that begin one after another, at least an hour apart, within the hours of each day. */
export function listWindowsOfDays(
  { current, hours, timeZone }: Pick<OwnWindow, "current" | "hours" | "timeZone">,
  now: Date,
): DeliveryWindow[] {
  const lengthMs = current.to.getTime() - current.from.getTime();
  const stepMs = Math.max(lengthMs, HOUR_MS);
  const windows: DeliveryWindow[] = [];
  for (const date of listNextDates(now, timeZone, OFFERED_DAYS)) {
    for (const { from, to } of listIntervals(hours)) {
      const opensAt = toInstant(date, from, timeZone);
      const closesAt = toInstant(date, to, timeZone);
      for (let at = opensAt; at + lengthMs <= closesAt; at += stepMs)
        if (at > now.getTime()) windows.push({ from: new Date(at), to: new Date(at + lengthMs) });
    }
  }
  return windows.slice(0, MAX_OFFERED);
}

/** @param minutes from the date's midnight, also of the next day */
function toInstant(date: string, minutes: number, timeZone: string): number {
  const wall = new Date(Date.parse(`${date}T00:00Z`) + minutes * MINUTE_MS).toISOString().slice(0, 16);
  return fromLocalTime(wall, timeZone)?.getTime() ?? Number.NaN;
}

const withWindow = (
  stored: OrderRequest,
  position: number,
  deliveryWindow: DeliveryWindow,
): OrderRequest => ({
  ...stored,
  dropoffs: stored.dropoffs.map((dropoff, index) =>
    index === position - 1 ? { ...dropoff, deliveryWindow } : dropoff,
  ),
});
