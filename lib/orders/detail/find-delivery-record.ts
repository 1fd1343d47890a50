import { getDeliverySettings } from "@/lib/accounts/delivery-settings";
import { getAccount } from "@/lib/accounts/get-account";
import type { Queryable } from "@/lib/db/client";
import { orderStatusChanges } from "@/lib/db/generated/columns";
import { int4, pick, text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { listOrderEvents } from "@/lib/events/list-order-events";
import { buildTimeline, hideStaffNames, type RecordedChange } from "@/lib/orders/detail/timeline";
import { listRecipientFeedback } from "@/lib/orders/feedback/list-recipient-feedback";
import { loadOrder, type Selector } from "@/lib/orders/load-order";
import type { OrderRef } from "@/lib/orders/order-ref";
import { MAX_CODE_ATTEMPTS } from "@/lib/orders/progress";
import { getTariffVersion } from "@/lib/pricing/get-tariff";
import { cargoSurcharge } from "@/lib/pricing/tariff";

const INCLUDED = [
  "request",
  "progress",
  "promise",
  "route",
  "stops",
  "stopsBefore",
  "sharing",
  "charges",
  "cancellation",
] as const;

export type DeliveryRecord = NonNullable<Awaited<ReturnType<typeof findDeliveryRecord>>>;

/** Finds an order with all its details; only operators see staff names. */
export async function findDeliveryRecord(db: Queryable, selector: Extract<Selector, { code: string }>) {
  const order = await loadOrder(db, selector, INCLUDED);
  if (order === null) return null;
  const [recorded, end, events, unverifiedCodes, recipientFeedback, account, tariff] = await Promise.all([
    selectHistory(db, order),
    selectEnd(db, order),
    listOrderEvents(db, order),
    listUnverifiedCodes(db, order),
    listRecipientFeedback(db, order),
    getAccount(db, order.scope.accountId),
    getTariffVersion(db, order.trip.tariffId),
  ]);
  const isForAccount = "member" in selector;
  return {
    order,
    surcharges: order.trip.legs.map(({ cargoSize }) => cargoSurcharge(tariff, cargoSize)),
    unverifiedCodes,
    recipientFeedback,
    settings: getDeliverySettings(account),
    ...end,
    timeline: isForAccount
      ? buildTimeline(hideStaffNames(recorded), hideStaffNames(events), order.progress)
      : buildTimeline(recorded, events, order.progress),
    isTimelineCut: events[0]?.sequence !== 1,
  };
}

const CHANGE = { ...pick(orderStatusChanges, "status changedAt actorType"), actorName: text.orNull };

function selectHistory(db: Queryable, { id: orderId, scope }: OrderRef): Promise<RecordedChange[]> {
  return query(db, CHANGE)`
    SELECT h.status, h.changed_at, h.actor_type, coalesce(k.name, u.name, u.email, c.name) AS actor_name
    FROM order_status_changes h
    LEFT JOIN api_keys k ON h.actor_type = 'key' AND k.id::text = h.actor_id
    LEFT JOIN users u ON h.actor_type IN ('user', 'operator') AND u.id::text = h.actor_id
    LEFT JOIN couriers c ON h.actor_type = 'courier' AND c.id::text = h.actor_id
    WHERE h.order_id = ${orderId} AND h.account_id = ${scope.accountId}::uuid ORDER BY h.id`;
}

async function selectEnd(db: Queryable, { id: orderId, scope }: OrderRef) {
  const { cancelReason, cancelComment, erasedAt } = await db.models.order.findFirstOrThrow({
    where: { id: orderId, accountId: scope.accountId, mode: scope.mode },
    select: { cancelReason: true, cancelComment: true, erasedAt: true },
  });
  const cancellation = cancelReason === null ? null : { reason: cancelReason, comment: cancelComment };
  return { cancellation, erasedAt };
}

/** The pickup is stop 0. */
export type UnverifiedCode = Awaited<ReturnType<typeof listUnverifiedCodes>>[number];

async function listUnverifiedCodes(db: Queryable, { id: orderId, scope }: OrderRef) {
  const stops = await db.models.orderStop.findMany({
    where: {
      orderId,
      accountId: scope.accountId,
      OR: [{ codeCheck: "overridden" }, { codeCheck: null, codeTries: { gte: MAX_CODE_ATTEMPTS } }],
    },
    select: { position: true, codeCheck: true, codeOverrideReason: true },
    orderBy: { position: "asc" },
  });
  return stops.map(({ position, codeCheck, codeOverrideReason }) => ({
    position,
    isOverridden: codeCheck !== null,
    reason: codeOverrideReason ?? "",
  }));
}

const OVERRIDER = { position: int4, name: text };

export function listCodeOverrides(
  db: Queryable,
  { id: orderId, scope }: OrderRef,
): Promise<{ position: number; name: string }[]> {
  return query(db, OVERRIDER)`
    SELECT s.position::int AS position, coalesce(u.name, u.email) AS name
    FROM order_stops s JOIN users u ON u.id::text = s.code_overridden_by
    WHERE s.order_id = ${orderId} AND s.account_id = ${scope.accountId}::uuid ORDER BY s.position`;
}
