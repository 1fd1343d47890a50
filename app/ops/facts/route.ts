import { operatorResponse } from "@/app/ops/operator-response";
import type { OrderFacts } from "@/components/ops/console/order-acts";
import { getAccount } from "@/lib/accounts/get-account";
import { findFiledOrder } from "@/lib/orders/file/find-filed-order";
import { listStops } from "@/lib/orders/stored-order";
import { runtime } from "@/lib/process/runtime";

export function GET(request: Request): Promise<Response> {
  const code = new URL(request.url).searchParams.get("code") ?? "";
  return operatorResponse(() => findOrderFacts(code));
}

async function findOrderFacts(code: string): Promise<OrderFacts | null> {
  const { db } = runtime();
  const filed = await findFiledOrder(db, code);
  if (filed === null) return null;
  const { order, details } = filed;
  const [account, stops] = await Promise.all([getAccount(db, order.scope.accountId), listStops(db, order)]);
  const waypoints = [details.pickup, ...details.dropoffs];
  return {
    code: order.orderCode,
    status: order.status,
    hasCourier: order.courierId !== null,
    courier: order.driver === null ? null : { name: order.driver.name, phone: order.driver.phone ?? null },
    shop: { name: account.name, email: account.email, phone: account.contactPhone },
    isGoingBack: order.returnState !== null && order.returnState !== "returned",
    stops: stops.flatMap(({ index, kind, outcome, failure, arrivedAt }) => {
      const waypoint = waypoints[index];
      if (kind === "return" || waypoint === undefined) return [];
      const { address, contact } = waypoint;
      return [
        {
          index,
          street: `${address.street}, ${address.building}`,
          contactName: contact.name ?? null,
          contact: contact.value,
          outcome,
          isThere: outcome === "pending" && arrivedAt !== null,
          isAsked: failure?.resolution === "ask",
          attempts: failure?.attempts ?? 0,
        },
      ];
    }),
  };
}
