import { getLocale } from "next-intl/server";
import * as z from "zod";
import { csvStream } from "@/app/file-response";
import { readPerformanceQuery } from "@/app/ops/couriers/read-performance-query";
import { currentOperator } from "@/app/session";
import { listCourierPeriods, readCourierPeriods } from "@/lib/billing/courier-performance";
import { exportPerformance } from "@/lib/billing/export-performance";
import { parseMode } from "@/lib/http/mode";
import type { Locale } from "@/lib/locale/locale";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { runtime } from "@/lib/process/runtime";

export async function GET(request: Request): Promise<Response> {
  if (!(await currentOperator("service.view"))) return new Response(null, { status: 404 });
  const { searchParams } = new URL(request.url);
  const parameter = (name: string) => searchParams.get(name) ?? "";
  const input = readPerformanceQuery(parameter);
  const courierId = z.guid().safeParse(parameter("courier")).data;
  const mode = parseMode(parameter("mode"));
  const { db } = runtime();
  const batches =
    courierId === undefined
      ? readCourierPeriods(db, { ...input, mode })
      : [await listCourierPeriods(db, { ...input, mode, courierId })];
  const pieces = exportPerformance(batches, csvFormat((await getLocale()) as Locale));
  return csvStream(request, pieces, `dropline-couriers-${input.days.from}-${input.days.to}.csv`);
}
