import { getLocale } from "next-intl/server";
import { readListRequest } from "@/app/dashboard/orders/list-request";
import { staffRoute } from "@/app/dashboard/staff-route";
import { csvStream } from "@/app/file-response";
import type { Locale } from "@/lib/locale/locale";
import { exportOrders } from "@/lib/orders/list/export-orders";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { runtime } from "@/lib/process/runtime";

export const GET = staffRoute("account.view", async (staff, request) => {
  const { scope, filter, timeZone } = await readListRequest(new URL(request.url).searchParams, staff);
  const format = csvFormat((await getLocale()) as Locale);
  const { db, clock } = runtime();
  const pieces = exportOrders(db, scope, { filter, timeZone, format, now: clock.now() });
  const day = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short" }).format(clock.now());
  const name = `dropline-orders-${scope.mode === "test" ? "test-" : ""}${day}.csv`;
  return csvStream(request, pieces, name);
});
