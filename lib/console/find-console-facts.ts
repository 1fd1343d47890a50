import { getAccount } from "@/lib/accounts/get-account";
import { findOperatorPlan } from "@/lib/console/find-operator-plan";
import type { Context } from "@/lib/context";
import { findOrderPlan } from "@/lib/dispatch/find-order-plan";
import { findHeldOrder } from "@/lib/orders/find-held-order";
import { loadOrder } from "@/lib/orders/load-order";

export type ConsoleFacts = NonNullable<Awaited<ReturnType<typeof findConsoleFacts>>>;

export async function findConsoleFacts(context: Pick<Context, "db" | "clock">, code: string) {
  const { db } = context;
  const order = await loadOrder(db, { code }, ["request", "stops", "cancellation"]);
  if (order === null) return null;
  const { details, stops } = order;
  const account = await getAccount(db, order.scope.accountId);
  const waypoints = [details.pickup, ...details.dropoffs];
  return {
    code: order.orderCode,
    status: order.status,
    hasCourier: order.courierId !== null,
    dispatchAt: order.dispatchAt.toISOString(),
    held: await findHeldOrder(db, order),
    plan: await findOperatorPlan(db, await findOrderPlan(context, order)),
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
