import { countActiveOrders } from "@/app/dashboard/open-counts";
import { loadOrderPage } from "@/app/dashboard/orders/[code]/live-state";
import { listSnapshot, readListRequest } from "@/app/dashboard/orders/list-request";
import { findReader } from "@/app/session-user";
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

export function openOrder(request: RequestLike, code: string): Promise<StreamRequest | Reply> {
  return forStaff(request, async (staff) => {
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

export function openOrders(request: RequestLike): Promise<StreamRequest | Reply> {
  return forStaff(request, async (staff) => {
    const list = await readListRequest(request, staff);
    const { accountId, mode } = list.scope;
    return {
      key: `orders ${accountId} ${new URL(request.url).search}`,
      topics: [`account:${accountId}:${mode}`],
      read: () => listSnapshot(list),
    };
  });
}

export function openMap(request: RequestLike): Promise<StreamRequest | Reply> {
  return forStaff(request, async (staff) => {
    const mode = requestMode(request);
    return {
      key: `map ${staff.accountId} ${mode}`,
      topics: [`account:${staff.accountId}:${mode}`],
      read: async () => buildSnapshot(await getAccountBoard(runtime(), staff.scope(mode))),
    };
  });
}

export function streamActiveCounts(request: RequestLike): Promise<StreamRequest | Reply> {
  return forStaff(request, async (staff) => ({
    key: `open ${staff.accountId}`,
    topics: [`account:${staff.accountId}:live`, `account:${staff.accountId}:test`],
    read: async () => buildSnapshot(await countActiveOrders(staff)),
  }));
}

async function forStaff(
  request: RequestLike,
  open: (staff: AccountMember) => Promise<StreamSource | null>,
): Promise<StreamRequest | Reply> {
  const found = await findReader(request, asAccountMember);
  const source = found && (await open(found.reader));
  if (found === null || source === null) return { status: 404, headers: {}, body: "" };
  const { userId, accountId } = found.reader;
  return {
    ...source,
    role: "staff",
    reader: userId,
    lastEventId: request.headers.get("last-event-id"),
    isAllowed: found.isStill((staff) => staff.accountId === accountId),
  };
}
