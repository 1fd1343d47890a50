import type { AccountMember } from "@/lib/accounts/check-session";
import { findTestKey } from "@/lib/accounts/find-test-key";
import { type RequestLogItem, searchRequests } from "@/lib/api/request-log/search-requests";
import type { QuickStartState } from "@/lib/docs/measured-steps";
import { listForApi } from "@/lib/orders/list/list-for-api";
import type { Runtime } from "@/lib/process/runtime";
import { listDeliveries } from "@/lib/webhooks/list-deliveries";
import { listEndpoints } from "@/lib/webhooks/list-endpoints";

const keysPage = "/dashboard/keys?mode=test";

export async function getQuickStart(
  { db, clock }: Pick<Runtime, "db" | "clock">,
  staff: Pick<AccountMember, "accountId" | "scope">,
): Promise<QuickStartState> {
  const scope = staff.scope("test");
  const [key, quote, { orders }, endpoints] = await Promise.all([
    findTestKey(db, staff.accountId, clock.now()),
    findCall(),
    listForApi(db, scope, { limit: 20 }),
    listEndpoints({ db, clock }, scope),
  ]);
  const [order] = orders;
  const moving = orders.find(({ status }) => status !== "new" && status !== "cancelled");
  const orderPage = ({ orderCode }: { orderCode: string }) => `/dashboard/orders/${orderCode}?mode=test`;
  return {
    key: key === null ? null : keysPage,
    quote: quote === undefined ? null : `/dashboard/requests/${quote.id}?mode=test`,
    order: order === undefined ? null : orderPage(order),
    watch: moving === undefined ? null : orderPage(moving),
    webhook: await findReceived(),
  };

  async function findCall(): Promise<RequestLogItem | undefined> {
    const filter = { status: "2xx", method: "POST" } as const;
    const { requests } = await searchRequests(db, scope, { filter, cursor: null, now: clock.now() });
    return requests.find(({ path }) => path.endsWith("/quotes"));
  }

  async function findReceived(): Promise<string | null> {
    for (const { id } of endpoints) {
      const filter = { state: "succeeded" } as const;
      const { deliveries } = await listDeliveries(db, scope, { endpointId: id, filter, limit: 1 });
      const [delivery] = deliveries;
      if (delivery !== undefined) return `/dashboard/webhooks/${id}/deliveries/${delivery.id}?mode=test`;
    }
    return null;
  }
}
