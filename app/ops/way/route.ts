// GET /ops/way: any order's route along the streets, or with `courier` how that one would drive to its goods, for operators
import * as z from "zod";
import { isOperator } from "@/app/session";
import { findCandidateWay } from "@/lib/dispatch/find-candidate-way";
import { getDrivenPath } from "@/lib/orders/file/get-driven-path";
import { loadOrder } from "@/lib/orders/load-order";
import { runtime } from "@/lib/process/runtime";
import type { Point } from "@/lib/routing/geo";

export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  const { searchParams } = new URL(request.url);
  const way = (await isOperator())
    ? await findWay(searchParams.get("code") ?? "", searchParams.get("courier"))
    : null;
  return Response.json(way, { status: way === null ? 404 : 200, headers });
}

async function findWay(code: string, courier: string | null): Promise<Point[] | null> {
  const { db } = runtime();
  if (courier !== null) {
    const order = z.guid().safeParse(courier).success ? await loadOrder(db, { code }, ["request"]) : null;
    return order && findCandidateWay(runtime(), order, courier);
  }
  const order = await loadOrder(db, { code }, ["request", "route"]);
  return order && getDrivenPath(order);
}
