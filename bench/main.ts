import { parseArgs } from "node:util";
import { benchArrivals } from "@/bench/arrivals/bench-arrivals";
import { benchAssignments } from "@/bench/assignments";
import { benchBatches } from "@/bench/batches";
import { benchBesidePlanning } from "@/bench/beside-planning";
import { closeCheckouts } from "@/bench/checkout";
import { benchDispatch } from "@/bench/dispatch/bench-dispatch";
import { benchGrowth } from "@/bench/growth";
import { describeMachine } from "@/bench/machine";
import { benchOperations } from "@/bench/operations";
import { benchOverload } from "@/bench/overload";
import { benchPages } from "@/bench/pages";
import { writePlan } from "@/bench/plan";
import { benchPositions } from "@/bench/positions";
import { buildPrograms } from "@/bench/programs";
import { isReached, type Section, toBarCells, writeReport } from "@/bench/report";
import { benchRoutes } from "@/bench/routes";
import { benchStreams } from "@/bench/streams";
import { benchWaiting } from "@/bench/waiting";
import { benchWebhooks } from "@/bench/webhooks";
import { makeTemplate, startCluster } from "@/testing/cluster";

const REPORT = "docs/performance.md";

const BENCHES: Readonly<
  Record<string, (clusterUrl: string, words: readonly string[], against?: string) => Promise<Section[]>>
> = {
  operations: benchOperations,
  overload: benchOverload,
  positions: benchPositions,
  streams: benchStreams,
  waiting: benchWaiting,
  assignments: benchAssignments,
  planning: benchBesidePlanning,
  routes: benchRoutes,
  webhooks: benchWebhooks,
  batches: benchBatches,
  growth: benchGrowth,
  pages: benchPages,
};

/** Measures the planner of dispatch on instances in a folder, without a service. */
const DISPATCH = "dispatch";

/** Measures how true shown arrival windows are, without a service. */
const ARRIVALS = "arrivals";

/** Recalculates docs/production.md from its table of figures, without a measurement. */
const PLAN = "plan";

const { values, positionals } = parseArgs({
  options: { against: { type: "string" }, instances: { type: "string" }, out: { type: "string" } },
  allowPositionals: true,
});
const [wanted, ...words] = positionals;
if (wanted === PLAN) {
  writePlan();
  process.exit(0);
}
const isWritten = words.length === 0 && process.env.BENCH_WRITE !== "0";
if (wanted === DISPATCH || wanted === ARRIVALS) {
  const sections = wanted === DISPATCH ? benchDispatch(values.instances, values.out) : await benchArrivals();
  showSections(sections);
  if (isWritten) writeReport(REPORT, sections);
  process.exit();
}
if (wanted !== undefined && !(wanted in BENCHES)) {
  const names = [...Object.keys(BENCHES), DISPATCH, ARRIVALS, PLAN].join(", ");
  console.error(`There is no benchmark ${wanted}. There are: ${names}.`);
  process.exit(1);
}
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
process.setMaxListeners(50);
await buildPrograms();
const cluster = await startCluster({ isDurable: true });
try {
  await makeTemplate(cluster.url);
  if (isWritten) writeReport(REPORT, [await describeMachine(cluster.url)]);
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (wanted !== undefined && wanted !== name) continue;
    const sections = await bench(cluster.url, words, values.against);
    showSections(sections);
    if (isWritten) writeReport(REPORT, sections);
  }
} finally {
  await closeCheckouts();
  await cluster.stop();
}

function showSections(sections: readonly Section[]): void {
  for (const { text, bar = [] } of sections) {
    console.log(`\n${text}\n`);
    for (const line of bar) {
      const [what, measured, limit, verdict] = toBarCells(line);
      console.log(`${verdict}  ${what}: ${measured} (${limit})`);
      if (!isReached(line)) process.exitCode = 1;
    }
  }
}
