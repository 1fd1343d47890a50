import { getLocale } from "next-intl/server";
import { staffRoute } from "@/app/dashboard/staff-route";
import { csvResponse } from "@/app/file-response";
import { getAccount } from "@/lib/accounts/get-account";
import type { Locale } from "@/lib/locale/locale";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { runtime } from "@/lib/process/runtime";
import { getReport, listLateDeliveries } from "@/lib/reports/get-report";
import { readReportDays } from "@/lib/reports/report";
import { buildReportCsv } from "@/lib/reports/report-csv";
import { parseMode } from "@/lib/web/mode";

const MAX_LATE = 10_000;

export const GET = staffRoute(async (staff, request) => {
  const { searchParams } = new URL(request.url);
  const parameter = (name: string) => searchParams.get(name) ?? "";
  const { db, clock } = runtime();
  const { timeZone } = await getAccount(db, staff.accountId);
  const scope = staff.scope(parseMode(parameter("mode")));
  const range = { days: readReportDays(parameter, { now: clock.now(), timeZone }), timeZone };
  const [report, late] = await Promise.all([
    getReport(db, scope, range),
    listLateDeliveries(db, scope, range, MAX_LATE),
  ]);
  const format = csvFormat((await getLocale()) as Locale);
  const csv = buildReportCsv(report, late, range.days, timeZone, format);
  return csvResponse(csv, `dropline-report-${range.days.from}-${range.days.to}.csv`);
});
