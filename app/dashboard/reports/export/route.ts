import { getLocale } from "next-intl/server";
import { staffRoute } from "@/app/dashboard/staff-route";
import { csvStream } from "@/app/file-response";
import { getAccount } from "@/lib/accounts/get-account";
import { exportReport } from "@/lib/billing/export-report";
import { readReportDays } from "@/lib/billing/report";
import { parseMode } from "@/lib/http/mode";
import type { Locale } from "@/lib/locale/locale";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { runtime } from "@/lib/process/runtime";

export const GET = staffRoute("account.view_reports", async (staff, request) => {
  const { searchParams } = new URL(request.url);
  const parameter = (name: string) => searchParams.get(name) ?? "";
  const { db, clock } = runtime();
  const { timeZone } = await getAccount(db, staff.accountId);
  const scope = staff.scope(parseMode(parameter("mode")));
  const days = readReportDays(parameter, { now: clock.now(), timeZone });
  const format = csvFormat((await getLocale()) as Locale);
  const pieces = exportReport(db, scope, { days, timeZone }, format);
  return csvStream(request, pieces, `dropline-report-${days.from}-${days.to}.csv`);
});
