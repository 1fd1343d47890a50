import { getCorrectionMs } from "@/lib/clock";
import type { Traffic } from "@/lib/console/health/part";
import { metrics } from "@/lib/metrics";

/** How many readings ago the minute began. */
const READINGS = 6;
/** Upper bound of the histogram's buckets with fast responses, in seconds. */
const FAST = "1";

type Counts = Omit<Traffic, "pageMs" | "clockMs">;

interface Value {
  readonly metricName?: string | undefined;
  readonly labels: Readonly<Partial<Record<string, string | number>>>;
  readonly value: number;
}

const sum = (values: readonly Value[], isCounted: (value: Value) => boolean): number =>
  values.filter(isCounted).reduce((total, { value }) => total + value, 0);

async function readCounts(): Promise<Counts> {
  const { requests, routingFallbacks, geocodingFailures } = metrics();
  const values: readonly Value[] = (await requests.get()).values;
  const isCount = ({ metricName }: Value) => metricName?.endsWith("_count") === true;
  const all = sum(values, isCount);
  const fast = sum(
    values,
    ({ metricName, labels: { le } }) => metricName?.endsWith("_bucket") === true && String(le) === FAST,
  );
  return {
    requests: all,
    failures: sum(values, (value) => isCount(value) && String(value.labels.status).startsWith("5")),
    slow: all - fast,
    estimates: sum(
      (await routingFallbacks.get()).values,
      ({ labels: { reason } }) => reason !== "no_route" && reason !== "too_far",
    ),
    searchFailures: sum((await geocodingFailures.get()).values, () => true),
  };
}

/** Returns a function that states what this process counted in the last minute, if called every 10 s. */
export function createTrafficReader(): () => Promise<Omit<Traffic, "pageMs">> {
  const readings: Counts[] = [];
  return async () => {
    const now = await readCounts();
    readings.push(now);
    const then = readings.splice(0, readings.length - READINGS)[0] ?? readings[0] ?? now;
    const since = Object.entries(now).map(([name, count]) => [name, count - then[name as keyof Counts]]);
    return { ...(Object.fromEntries(since) as Counts), clockMs: getCorrectionMs() };
  };
}
