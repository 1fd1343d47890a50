import { getLocale } from "next-intl/server";
import * as z from "zod";
import { csvResponse } from "@/app/file-response";
import { readPerformanceQuery } from "@/app/ops/couriers/performance-query";
import { isOperator } from "@/app/session";
import type { Locale } from "@/lib/locale/locale";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { runtime } from "@/lib/process/runtime";
import { listCourierPeriods } from "@/lib/reports/courier-performance";
import { buildPerformanceCsv } from "@/lib/reports/performance-csv";
import { parseMode } from "@/lib/web/mode";

export async function GET(request: Request): Promise<Response> {
  if (!(await isOperator())) return new Response(null, { status: 404 });
  const { searchParams } = new URL(request.url);
  const parameter = (name: string) => searchParams.get(name) ?? "";
  const input = readPerformanceQuery(parameter);
  const courierId = z.guid().safeParse(parameter("courier")).data;
  const mode = parseMode(parameter("mode"));
  const periods = await listCourierPeriods(runtime().db, { ...input, mode, courierId });
  const csv = buildPerformanceCsv(periods, csvFormat((await getLocale()) as Locale));
  return csvResponse(csv, `dropline-couriers-${input.days.from}-${input.days.to}.csv`);
}
