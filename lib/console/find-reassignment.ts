import type { Context } from "@/lib/context";
import { listCandidates } from "@/lib/dispatch/list-candidates";
import { loadOrder } from "@/lib/orders/load-order";
import { CARGO_SIZES } from "@/lib/pricing/cargo-size";
import { toFirstWindow } from "@/lib/tracking/arrivals/arrival-window";
import { toPeriod } from "@/lib/tracking/arrivals/duration-groups";
import { getDurationModel } from "@/lib/tracking/arrivals/get-duration-model";
import { estimateArrivalVia, secondsUntilReady } from "@/lib/tracking/eta";
import { findArrivals } from "@/lib/tracking/list-arrivals";

/** Instants are ISO 8601. */
export type Reassignment = NonNullable<Awaited<ReturnType<typeof findReassignment>>>;
export type CandidateView = Reassignment["candidates"][number];

/** Returns the couriers who can take an order, each with the resulting arrival time. */
export async function findReassignment(
  served: Pick<Context, "db" | "clock" | "router" | "planner" | "dispatch">,
  code: string,
) {
  const order = await loadOrder(served.db, { code }, ["request", "progress"]);
  if (order === null) return null;
  const { details } = order;
  const now = served.clock.now();
  const [found, arrivals, durations] = await Promise.all([
    listCandidates(served, order),
    findArrivals(served, order),
    getDurationModel(served.db),
  ]);
  const { isTakeover, sizes, place, dropoff, door, isApproximate, couriers } = found;
  const { address, deliveryWindow = null } = details.dropoffs[dropoff] ?? {};
  const readySeconds = isTakeover ? 0 : secondsUntilReady(details.readyAt, now);
  const promised = arrivals?.[dropoff] ?? null;
  const terms = {
    durations,
    period: toPeriod(now, place),
    shop: isTakeover ? "" : order.scope.accountId,
    pickup: place,
    dropoff: door,
    secondsUntilOpen: secondsUntilReady(deliveryWindow?.from ?? null, now),
    secondsUntilReady: readySeconds,
  };
  return {
    code: order.orderCode,
    isPossible: isTakeover || order.status === "new" || order.status === "assigned",
    isTakeover,
    size: CARGO_SIZES.findLast((size) => sizes.includes(size)) ?? details.cargoSize,
    courier: order.driver && {
      id: order.courierId,
      name: order.driver.name,
      phone: order.driver.phone,
      seenAt: order.position?.receivedAt.toISOString() ?? null,
    },
    /** The street and building of the next recipient. */
    door: address === undefined ? "" : `${address.street}, ${address.building}`,
    promised: promised && { from: promised.from.toISOString(), to: promised.to.toISOString() },
    isApproximate,
    candidates: couriers.map(({ onwardSeconds, ...candidate }) => {
      const { way, route } = candidate;
      const endsAt = new Date(now.getTime() + (route?.endsInSeconds ?? 0) * 1_000);
      const arrival =
        way &&
        estimateArrivalVia(now, {
          ...terms,
          thereSeconds: way.seconds,
          onwardSeconds,
          vehicle: candidate.transport,
        });
      const window = arrival && toFirstWindow(arrival, now);
      return {
        ...candidate,
        route: route && { ...route, endsAt: endsAt.toISOString() },
        arrival: arrival &&
          window && {
            at: arrival.expected.toISOString(),
            from: window.from.toISOString(),
            to: window.to.toISOString(),
          },
      };
    }),
  };
}
