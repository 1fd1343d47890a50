import { getLocale } from "next-intl/server";
import { csvResponse } from "@/app/dashboard/csv-response";
import { readListRequest } from "@/app/dashboard/orders/list-request";
import { currentStaff } from "@/app/session";
import type { Locale } from "@/lib/locale/locale";
import { exportOrders } from "@/lib/orders/list/export-orders";
import { csvFormat } from "@/lib/orders/list/order-csv";
import { runtime } from "@/lib/process/runtime";

export async function GET(request: Request): Promise<Response> {
  const staff = await currentStaff();
  if (staff === null) return new Response(null, { status: 404 });
  const { scope, filter, timeZone } = await readListRequest(request, staff);
  const format = csvFormat((await getLocale()) as Locale);
  const { db, clock } = runtime();
  const pieces = exportOrders(db, scope, { filter, timeZone, format, now: clock.now() });
  const encoder = new TextEncoder();
  // Backpressure: reads the next batch only after the client has consumed the previous one.
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  const day = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short" }).format(clock.now());
  const name = `dropline-orders-${scope.mode === "test" ? "test-" : ""}${day}.csv`;
  return csvResponse(body, name);
}
