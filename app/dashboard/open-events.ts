import { openCounts } from "@/app/dashboard/open-counts";
import { loadOrderPage } from "@/app/dashboard/orders/[code]/live-state";
import { listSnapshot, readListRequest } from "@/app/dashboard/orders/list-request";
import { getReader } from "@/app/session-user";
import { isSettled } from "@/components/order/order-state";
import { type AccountMember, asAccountMember } from "@/lib/accounts/check-session";
import type { Reply } from "@/lib/http/envelope";
import type { RequestLike } from "@/lib/http/request-like";
import { loadOrder } from "@/lib/orders/load-order";
import { getAccountBoard } from "@/lib/overview/get-account-board";
import { runtime } from "@/lib/process/runtime";
import type { StreamRequest } from "@/lib/streams/event-stream";
import type { StreamSource } from "@/lib/streams/hub";
import { buildSnapshot } from "@/lib/streams/snapshot";
import { requestMode } from "@/lib/web/mode";

export function openOrder(asked: RequestLike, code: string): Promise<StreamRequest | Reply> {
  return forStaff(asked, async (staff) => {
    const order = await loadOrder(runtime().db, { member: staff, code });
    if (order === null) return null;
    const { id } = order;
    return {
      key: `order ${id}`,
      topics: [`order:${id}`, `webhooks:${id}`],
      read: async () => {
        const loaded = await loadOrderPage(staff, code);
        return loaded && buildSnapshot(loaded.state, { isFinal: isSettled(loaded.state) });
      },
    };
  });
}

export function openOrders(asked: RequestLike): Promise<StreamRequest | Reply> {
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

export function openMap(asked: RequestLike): Promise<StreamRequest | Reply> {
  return forStaff(asked, async (staff) => {
    const mode = requestMode(asked);
    return {
      key: `map ${staff.accountId} ${mode}`,
      topics: [`account:${staff.accountId}:${mode}`],
      read: async () => buildSnapshot(await getAccountBoard(runtime(), staff.scope(mode))),
    };
  });
}

export function streamActiveCounts(asked: RequestLike): Promise<StreamRequest | Reply> {
  return forStaff(asked, async (staff) => ({
    key: `open ${staff.accountId}`,
    topics: [`account:${staff.accountId}:live`, `account:${staff.accountId}:test`],
    read: async () => buildSnapshot(await openCounts(staff)),
  }));
}

async function forStaff(
  asked: RequestLike,
  show: (staff: AccountMember) => Promise<StreamSource | null>,
): Promise<StreamRequest | Reply> {
  const found = await getReader(asked, asAccountMember);
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
