// With `courier`, returns the way of that courier to the pickup, or without `code` along all their remaining stops.

import * as z from "zod";
import { operatorResponse } from "@/app/ops/operator-response";
import { findRoutePath } from "@/lib/console/find-route-path";
import { findCandidateRoute } from "@/lib/dispatch/list-candidates";
import { getDrivenPath } from "@/lib/orders/detail/get-driven-path";
import { loadOrder } from "@/lib/orders/load-order";
import type { Point } from "@/lib/point";
import { runtime } from "@/lib/process/runtime";

export function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  return operatorResponse("service.view", () =>
    findWay(searchParams.get("code"), searchParams.get("courier")),
  );
}

async function findWay(code: string | null, courier: string | null): Promise<Point[] | null> {
  const { db } = runtime();
  if (code === null)
    return z.guid().safeParse(courier).success ? findRoutePath(runtime(), courier ?? "") : null;
  if (courier !== null) {
    const order = z.guid().safeParse(courier).success ? await loadOrder(db, { code }, ["request"]) : null;
    return order && findCandidateRoute(runtime(), order, courier);
  }
  const order = await loadOrder(db, { code }, ["request", "route"]);
  return order && getDrivenPath(order);
}
