import { execute, sql } from "@/lib/db/sql";
import { orderBodyWith } from "@/testing/api-client";
import { openBrowserStage } from "@/testing/browser-stage";
import { test } from "@/testing/browser-test";
import type { Stage } from "@/testing/stage";
import { assignCourier } from "@/lib/orders/carrying/assign-courier";
import { takeStep } from "@/lib/orders/carrying/take-step";

let stage: Stage;
test.beforeAll(async () => {
  stage = await openBrowserStage({ LOG_LEVEL: "warn" });
});
test.afterAll(() => stage?.close());

const FAIL = "arrived_at = now() - interval '20 min', failed_at = now() - interval '9 min', failure_code = 'no_access', attempts = 1";
const CASES: Record<string, { dropoffs: number; link: number; stop: string; order?: string; late?: string }> = {
  code: { dropoffs: 1, link: 0, stop: "proof_code = true" },
  undecided: { dropoffs: 1, link: 0, stop: `${FAIL}, resolution = 'ask', answer_until = now() + interval '9 min'` },
  again: { dropoffs: 3, link: 1, stop: "attempts = 1, proof_code = true" },
  going: { dropoffs: 1, link: 0, stop: `${FAIL}, resolution = 'return'`, order: "return_state = 'on_the_way', return_started_at = now()" },
  left: { dropoffs: 3, link: 1, stop: `${FAIL}, resolution = 'leave'` },
  returned: { dropoffs: 3, link: 1, stop: `${FAIL}, resolution = 'return'`, order: "return_state = 'returned', return_started_at = now(), returned_at = now()" },
  whole: { dropoffs: 3, link: 0, stop: `${FAIL}, resolution = 'return'`, order: "return_state = 'on_the_way', return_started_at = now()", late: "delivered_at = now()" },
};
test("shots", async ({ browser }) => {
  test.setTimeout(240_000);
  const { api, shop, couriers, server, db } = stage;
  for (const [name, { dropoffs, link, stop, order, late }] of Object.entries(CASES)) {
    const body = orderBodyWith(dropoffs);
    const { data } = await api.create(body);
    const links = [data.tracking_url, ...(data.tracking_urls ?? [])].map((url) => server.baseUrl + new URL(url ?? "").pathname);
    const courierId = await couriers.makeCourier({ type: "car", make: "Lada" });
    const { id } = await assignCourier(couriers.context, shop.scope, { externalOrderId: body.external_order_id, courierId });
    await couriers.place(courierId);
    await takeStep(couriers.context, courierId, { orderId: id, step: { type: "pick_up" } });
    await db.models.$executeRawUnsafe(`UPDATE order_stops SET ${stop} WHERE order_id = ${id} AND position = 1`);
    if (late) await db.models.$executeRawUnsafe(`UPDATE order_stops SET ${late} WHERE order_id = ${id} AND position > 1`);
    if (order) await db.models.$executeRawUnsafe(`UPDATE orders SET ${order} WHERE id = ${id}`);
    for (const [lang, theme] of [["ru", "light"], ["en", "dark"]] as const) {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 }, colorScheme: theme });
      await page.goto(`${links[link]}?lang=${lang}`);
      await page.waitForTimeout(1200);
      await page.screenshot({ path: `/tmp/desk-shots/${name}-${lang}-${theme}.png` });
      await page.close();
    }
    void execute; void sql;
  }
});
