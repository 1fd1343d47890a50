import { onStage, timesOf } from "@/bench/bench-stage";
import { drip, type Load } from "@/bench/load";
import { printTable, times } from "@/bench/table";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { setShift } from "@/lib/couriers/set-shift";
import { address, orderBody } from "@/testing/api-client";

const COURIERS = 200;
const FIXES_PER_SECOND = 100;
const ORDERS_PER_SECOND = 20;
const SECONDS = 20;

/** Measures order latency at rest, and while couriers' positions pour in. */
export async function benchPositions(clusterUrl: string): Promise<void> {
  await onStage(clusterUrl, {}, async ({ db, couriers, server }, caller) => {
    const tokens: string[] = [];
    for (let index = 0; index < COURIERS; index += 1) {
      const courierId = await couriers.makeCourier();
      tokens.push((await issueCourierLink(db, courierId, server.baseUrl)).deviceToken);
      await setShift(couriers.context, courierId, true);
    }
    const order = () =>
      drip(async () => void (await caller.call("POST", "/v1/partner/orders", orderBody())), {
        perSecond: ORDERS_PER_SECOND,
        count: ORDERS_PER_SECOND * SECONDS,
      });
    const { latitude, longitude } = address();
    const fix = async (index: number) => {
      const place = `lat=${latitude + (index % 1_000) / 100_000}&lon=${longitude}`;
      await caller.call("POST", `/gps?id=${tokens[index % COURIERS]}&${place}&timestamp=${Date.now()}`);
    };
    await order();
    const quiet = await order();
    const [busy, fixes] = await Promise.all([
      order(),
      drip(fix, { perSecond: FIXES_PER_SECOND, count: FIXES_PER_SECOND * SECONDS }),
    ]);
    const row = (name: string, load: Load) => [name, ...timesOf(load), times(load.p95 / quiet.p95)];
    printTable(
      `Orders beside positions: ${ORDERS_PER_SECOND} orders a second, ${FIXES_PER_SECOND} positions of ${COURIERS} couriers`,
      ["answer to", "p50", "p95", "p99", "p95 of a quiet order's"],
      [row("an order, in quiet", quiet), row("an order, beside positions", busy), row("a position", fixes)],
    );
  });
}
