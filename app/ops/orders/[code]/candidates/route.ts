import { operatorResponse } from "@/app/ops/operator-response";
import type { Reassignment } from "@/components/ops/reassignment";
import { listCandidates } from "@/lib/dispatch/list-candidates";
import { loadOrder } from "@/lib/orders/load-order";
import { CARGO_SIZES } from "@/lib/pricing/cargo-size";
import { runtime } from "@/lib/process/runtime";
import { arrivalVia } from "@/lib/tracking/eta";
import { findArrivals } from "@/lib/tracking/list-arrivals";

export function GET(_: Request, { params }: { params: Promise<{ code: string }> }): Promise<Response> {
  return operatorResponse(async () => loadReassignment((await params).code));
}

async function loadReassignment(code: string): Promise<Reassignment | null> {
  const served = runtime();
  const order = await loadOrder(served.db, { code }, ["request", "progress"]);
  if (order === null) return null;
  const { details } = order;
  const now = served.clock.now();
  const [found, arrivals] = await Promise.all([listCandidates(served, order), findArrivals(served, order)]);
  const { isTakeover, sizes, dropoff, isApproximate, couriers } = found;
  const address = details.dropoffs[dropoff]?.address;
  const promised = arrivals?.[dropoff] ?? null;
  return {
    code: order.orderCode,
    isPossible: isTakeover || order.status === "new" || order.status === "assigned",
    isTakeover,
    size: CARGO_SIZES.findLast((size) => sizes.includes(size)) ?? details.cargoSize,
    courier: order.driver && {
      name: order.driver.name,
      phone: order.driver.phone,
      seenAt: order.position?.receivedAt.toISOString() ?? null,
    },
    door: address === undefined ? "" : `${address.street}, ${address.building}`,
    promised: promised && { from: promised.from.toISOString(), to: promised.to.toISOString() },
    isApproximate,
    candidates: couriers.map(({ onwardSeconds, ...candidate }) => {
      const { way } = candidate;
      const arrival = way && arrivalVia(now, { thereSeconds: way.seconds, onwardSeconds });
      return {
        ...candidate,
        arrival: arrival && {
          at: arrival.at.toISOString(),
          from: arrival.window.from.toISOString(),
          to: arrival.window.to.toISOString(),
        },
      };
    }),
  };
}
