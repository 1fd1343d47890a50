import { type DeliverySettings, getDeliverySettings } from "@/lib/accounts/delivery-settings";
import { getAccount } from "@/lib/accounts/get-account";
import type { Queryable } from "@/lib/db/client";
import { listOrderEvents } from "@/lib/events/list-order-events";
import { historyForAccount } from "@/lib/orders/detail/history";
import { listUnverifiedCodes, type UnverifiedCode } from "@/lib/orders/detail/list-unverified-codes";
import { selectCancellation, selectHistory } from "@/lib/orders/detail/store";
import { buildTimeline, type TimelineEntry } from "@/lib/orders/detail/timeline";
import type { Cancellation } from "@/lib/orders/event";
import { listRecipientFeedback, type RecipientFeedback } from "@/lib/orders/feedback/list-recipient-words";
import { loadOrder, type Order, type Selector } from "@/lib/orders/load-order";
import { getTariffVersion } from "@/lib/pricing/get-tariff-version";
import type { Kopecks } from "@/lib/pricing/money";
import { cargoSurcharge } from "@/lib/pricing/tariff";

const INCLUDED = ["request", "progress", "route", "stops", "charges", "cancellation"] as const;

export interface DeliveryRecord {
  readonly order: Order<(typeof INCLUDED)[number]>;
  readonly surcharges: readonly Kopecks[];
  readonly untoldCodes: readonly UnverifiedCode[];
  readonly words: readonly RecipientFeedback[];
  readonly settings: DeliverySettings;
  readonly cancellation: Cancellation | null;
  readonly timeline: readonly TimelineEntry[];
  readonly isTimelineCut: boolean;
}

/** Finds an order with all its details; only operators see staff names. */
export async function findDeliveryRecord(
  db: Queryable,
  selector: Extract<Selector, { code: string }>,
): Promise<DeliveryRecord | null> {
  const order = await loadOrder(db, selector, INCLUDED);
  if (order === null) return null;
  const [recorded, cancellation, events, untoldCodes, words, account, tariff] = await Promise.all([
    selectHistory(db, order),
    selectCancellation(db, order),
    listOrderEvents(db, order),
    listUnverifiedCodes(db, order),
    listRecipientFeedback(db, order),
    getAccount(db, order.scope.accountId),
    getTariffVersion(db, order.trip.tariffId),
  ]);
  const history = "member" in selector ? historyForAccount(recorded) : recorded;
  return {
    order,
    surcharges: order.trip.legs.map(({ cargoSize }) => cargoSurcharge(tariff, cargoSize)),
    untoldCodes,
    words,
    settings: getDeliverySettings(account),
    cancellation,
    timeline: buildTimeline(history, events, order.progress),
    isTimelineCut: events[0]?.sequence !== 1,
  };
}
