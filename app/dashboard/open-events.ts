import { countActiveOrders } from "@/app/dashboard/count-active-orders";
import { loadOrderPage } from "@/app/dashboard/orders/[code]/load-order-page";
import { listSnapshot, readListRequest } from "@/app/dashboard/orders/list-request";
import { findReader } from "@/app/session-user";
import { isSettled } from "@/components/orders/detail/order-state";
import { type AccountMember, asPermittedMember } from "@/lib/accounts/check-session";
import type { AccountPermission } from "@/lib/accounts/permissions";
import { getAccountBoard } from "@/lib/console/overview/get-account-board";
import type { HttpRequest } from "@/lib/http/http-request";
import { parseMode } from "@/lib/http/mode";
import type { Reply } from "@/lib/http/reply";
import { loadOrder } from "@/lib/orders/load-order";
import { runtime } from "@/lib/process/runtime";
import type { StreamRequest } from "@/lib/streams/event-stream";
import type { StreamSource } from "@/lib/streams/hub";
import { buildSnapshot } from "@/lib/streams/snapshot";

export function openOrder(request: HttpRequest, code: string): Promise<StreamRequest | Reply> {
  return forStaff(request, "account.view", async (staff) => {
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

export function openOrders(request: HttpRequest): Promise<StreamRequest | Reply> {
  return forStaff(request, "account.view", async (staff) => {
    const list = await readListRequest(request.target.searchParams, staff);
    const { accountId, mode } = list.scope;
    return {
      key: `orders ${accountId} ${request.target.search}`,
      topics: [`account:${accountId}:${mode}`],
      read: () => listSnapshot(list),
    };
  });
}

export function openMap(request: HttpRequest): Promise<StreamRequest | Reply> {
  return forStaff(request, "account.view", async (staff) => {
    const mode = parseMode(request.target.searchParams.get("mode"));
    return {
      key: `map ${staff.accountId} ${mode}`,
      topics: [`account:${staff.accountId}:${mode}`],
      read: async () => buildSnapshot(await getAccountBoard(runtime(), staff.scope(mode))),
    };
  });
}

export function streamActiveCounts(request: HttpRequest): Promise<StreamRequest | Reply> {
  return forStaff(request, "account.view", async (staff) => ({
    key: `open ${staff.accountId}`,
    topics: [`account:${staff.accountId}:live`, `account:${staff.accountId}:test`],
    read: async () => buildSnapshot(await countActiveOrders(staff)),
  }));
}

async function forStaff(
  request: HttpRequest,
  permission: AccountPermission,
  open: (staff: AccountMember) => Promise<StreamSource | null>,
): Promise<StreamRequest | Reply> {
  const found = await findReader(request.header("cookie"), (user) => asPermittedMember(user, permission));
  const source = found && (await open(found.reader));
  if (found === null || source === null) return { status: 404, headers: {}, body: "" };
  const { userId, accountId } = found.reader;
  return {
    ...source,
    role: "staff",
    reader: userId,
    lastEventId: request.header("last-event-id"),
    isAllowed: found.isStill((staff) => staff.accountId === accountId),
  };
}
