import { accountSnapshot } from "@/app/dashboard/map/live-state";
import { openCounts } from "@/app/dashboard/open-counts";
import { loadOrderPage } from "@/app/dashboard/orders/[code]/live-state";
import { listSnapshot, readListRequest } from "@/app/dashboard/orders/list-request";
import { readerOf } from "@/app/session-user";
import { isSettled } from "@/components/order/order-state";
import { asStaff, type Staff } from "@/lib/accounts/check-session";
import type { Asked } from "@/lib/http/asked";
import type { Reply } from "@/lib/http/envelope";
import type { Watch } from "@/lib/live/event-stream";
import type { Shown } from "@/lib/live/hub";
import { snapshotOf } from "@/lib/live/snapshot";
import { loadOrder } from "@/lib/orders/load-order";
import { modeOf } from "@/lib/pages/mode";
import { runtime } from "@/lib/process/runtime";

/** Opens the stream of an order and every change to it, which ends when nothing more can change. */
export function openOrder(asked: Asked, code: string): Promise<Watch | Reply> {
  return forStaff(asked, async (staff) => {
    const order = await loadOrder(runtime().db, { member: staff, code });
    if (order === null) return null;
    const { id } = order;
    return {
      key: `order ${id}`,
      topics: [`order:${id}`, `webhooks:${id}`],
      read: async () => {
        const loaded = await loadOrderPage(staff, code);
        return loaded && snapshotOf(loaded.state, { isFinal: isSettled(loaded.state) });
      },
    };
  });
}

/** Opens the stream of the orders a page shows, and every change to them. */
export function openOrders(asked: Asked): Promise<Watch | Reply> {
  return forStaff(asked, async (staff) => {
    const list = await readListRequest(asked, staff);
    const { accountId, mode } = list.scope;
    return {
      key: `orders ${accountId} ${new URL(asked.url).search}`,
      topics: [`account:${accountId}:${mode}`],
      read: () => listSnapshot(list),
    };
  });
}

/** Opens the stream of an account's open orders and their couriers, and every change to them. */
export function openMap(asked: Asked): Promise<Watch | Reply> {
  return forStaff(asked, async (staff) => {
    const mode = modeOf(asked);
    return {
      key: `map ${staff.accountId} ${mode}`,
      topics: [`account:${staff.accountId}:${mode}`],
      read: () => accountSnapshot(staff, mode),
    };
  });
}

/** Opens the stream of how many of an account's orders are open, and every change to that. */
export function openOpenCounts(asked: Asked): Promise<Watch | Reply> {
  return forStaff(asked, async (staff) => ({
    key: `open ${staff.accountId}`,
    topics: [`account:${staff.accountId}:live`, `account:${staff.accountId}:test`],
    read: async () => snapshotOf(await openCounts(staff)),
  }));
}

async function forStaff(asked: Asked, show: (staff: Staff) => Promise<Shown | null>): Promise<Watch | Reply> {
  const found = await readerOf(asked, asStaff);
  const shown = found && (await show(found.reader));
  if (found === null || shown === null) return { status: 404, headers: {}, body: "" };
  const { userId, accountId } = found.reader;
  return {
    ...shown,
    role: "staff",
    reader: userId,
    lastEventId: asked.headers.get("last-event-id"),
    isAllowed: found.isStill((staff) => staff.accountId === accountId),
  };
}
