import type { Staff } from "@/lib/accounts/check-session";
import { type DeliverySettings, deliverySettingsOf } from "@/lib/accounts/delivery-settings";
import { getAccount } from "@/lib/accounts/get-account";
import type { Queryable } from "@/lib/db/client";
import { listOrderEvents } from "@/lib/events/list-order-events";
import { findWay } from "@/lib/orders/carrying/find-way";
import { getProgress } from "@/lib/orders/carrying/get-progress";
import type { Progress } from "@/lib/orders/carrying/progress";
import type { Charge } from "@/lib/orders/charge";
import type { Cancellation } from "@/lib/orders/event";
import { historyForAccount, type RecordedChange } from "@/lib/orders/file/history";
import { listUntoldCodes, type UntoldCode } from "@/lib/orders/file/list-untold-codes";
import { selectCancellation, selectHistory } from "@/lib/orders/file/store";
import { type TimelineEntry, timelineOf } from "@/lib/orders/file/timeline";
import { findAccountOrder } from "@/lib/orders/find-account-order";
import { findOrderByCode } from "@/lib/orders/find-order-by-code";
import { listRecipientWords, type RecipientWords } from "@/lib/orders/recipient/list-recipient-words";
import type { StoredDetails } from "@/lib/orders/rows";
import type { StopState } from "@/lib/orders/stop-state";
import { selectDetails } from "@/lib/orders/store";
import { findOrder, listCharges, listStops, type StoredOrder } from "@/lib/orders/stored-order";
import { getTariffVersion } from "@/lib/pricing/get-tariff-version";
import type { Kopecks } from "@/lib/pricing/money";
import { cargoSurcharge } from "@/lib/pricing/tariff";
import type { Way } from "@/lib/routing/driven-legs";

/** An order with everything its account's people may know. */
export interface WholeOrder extends StoredDetails {
  readonly order: StoredOrder;
  readonly progress: Progress;
  /** How its courier drives it by road, once known. */
  readonly way: Way | null;
  /** The cargo surcharge in each leg's price, in dropoff order. */
  readonly surcharges: readonly Kopecks[];
  /** What came of each stop, and of the way back. */
  readonly stops: readonly StopState[];
  readonly untoldCodes: readonly UntoldCode[];
  /** What recipients have said. */
  readonly words: readonly RecipientWords[];
  readonly charges: readonly Charge[];
  /** What its account has settled, for whatever the order does not say itself. */
  readonly settings: DeliverySettings;
  readonly history: readonly RecordedChange[];
  readonly cancellation: Cancellation | null;
  readonly timeline: readonly TimelineEntry[];
  /** Whether the timeline leaves out earlier changes. */
  readonly isTimelineCut: boolean;
}

/**
 * The order with this code and everything about it, in either mode of the account.
 *
 * @returns null when there is none, or it is another account's
 */
export async function findWholeOrder(
  db: Queryable,
  staff: Pick<Staff, "scope">,
  orderCode: string,
): Promise<WholeOrder | null> {
  const order = await findAccountOrder(db, staff, orderCode);
  return order && wholeOrderOf(db, order, historyForAccount);
}

/**
 * The order with this code and everything about it, whosever it is and with the names of whoever acted: for operators.
 *
 * @returns null when there is none
 */
export async function findAnyWholeOrder(db: Queryable, orderCode: string): Promise<WholeOrder | null> {
  const named = await findOrderByCode(db, orderCode);
  const order = named && (await findOrder(db, named.scope, named.externalOrderId));
  return order && wholeOrderOf(db, order, (history) => history);
}

async function wholeOrderOf(
  db: Queryable,
  order: StoredOrder,
  historyFor: (history: RecordedChange[]) => RecordedChange[],
): Promise<WholeOrder> {
  const [stored, progress, recorded, cancellation, events, way, ...rest] = await Promise.all([
    selectDetails(db, order),
    getProgress(db, order),
    selectHistory(db, order),
    selectCancellation(db, order),
    listOrderEvents(db, order),
    findWay(db, order.id),
    listStops(db, order),
    listUntoldCodes(db, order),
    listRecipientWords(db, order),
    listCharges(db, order),
    getAccount(db, order.scope.accountId),
  ]);
  const [stops, untoldCodes, words, charges, account] = rest;
  const tariff = await getTariffVersion(db, stored.trip.tariffId);
  const history = historyFor(recorded);
  return {
    order,
    ...stored,
    progress,
    way,
    surcharges: stored.trip.legs.map(({ cargoSize }) => cargoSurcharge(tariff, cargoSize)),
    stops,
    untoldCodes,
    words,
    charges,
    settings: deliverySettingsOf(account),
    history,
    cancellation,
    timeline: timelineOf(history, events, progress),
    isTimelineCut: events[0]?.sequence !== 1,
  };
}
