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
import { getAccountBoard } from "@/lib/overview/get-account-board";
import { modeOf } from "@/lib/pages/mode";
import { runtime } from "@/lib/process/runtime";

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

export function openMap(asked: Asked): Promise<Watch | Reply> {
  return forStaff(asked, async (staff) => {
    const mode = modeOf(asked);
    return {
      key: `map ${staff.accountId} ${mode}`,
      topics: [`account:${staff.accountId}:${mode}`],
      read: async () => snapshotOf(await getAccountBoard(runtime(), staff.scope(mode))),
    };
  });
}

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
