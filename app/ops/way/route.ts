// With `courier`, the route of that courier to the pickup.
import * as z from "zod";
import { operatorResponse } from "@/app/ops/operator-response";
import { findCandidateWay } from "@/lib/dispatch/find-candidate-way";
import { findFiledOrder } from "@/lib/orders/file/find-filed-order";
import { getOrderWay } from "@/lib/orders/file/get-order-way";
import { findOrderByCode } from "@/lib/orders/find-order-by-code";
import { runtime } from "@/lib/process/runtime";
import type { Point } from "@/lib/routing/geo";

export function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  return operatorResponse(() => findWay(searchParams.get("code") ?? "", searchParams.get("courier")));
}

async function findWay(code: string, courier: string | null): Promise<Point[] | null> {
  const { db } = runtime();
  if (courier !== null) {
    const filed = z.guid().safeParse(courier).success ? await findFiledOrder(db, code) : null;
    return filed === null ? null : findCandidateWay(runtime(), filed, courier);
  }
  const order = await findOrderByCode(db, code);
  return order === null ? null : getOrderWay(db, order);
}
