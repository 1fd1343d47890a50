import { getCorrectionMs } from "@/lib/clock";
import type { Traffic } from "@/lib/health-report/part";
import { metrics } from "@/lib/metrics";

/** How many readings ago the minute began. */
const READINGS = 6;
const SLOW_SECONDS = "1";

const COUNTED = ["requests", "failures", "slow", "estimates", "searchFailures"] as const;
type Counts = Readonly<Record<(typeof COUNTED)[number], number>>;

interface MetricValue {
  readonly metricName?: string | undefined;
  readonly labels: Readonly<Record<string, string | number | undefined>>;
  readonly value: number;
}

const sum = (values: readonly MetricValue[]): number => values.reduce((total, { value }) => total + value, 0);

/** Counts since the process started. */
async function readCounts(): Promise<Counts> {
  const { requests, routingFallbacks, geocodingFailures } = metrics();
  const [{ values }, fallbacks, misses] = await Promise.all([
    requests.get() as Promise<{ values: MetricValue[] }>,
    routingFallbacks.get(),
    geocodingFailures.get(),
  ]);
  const counts = values.filter(({ metricName }) => metricName?.endsWith("_count"));
  const fast = values.filter(
    ({ metricName, labels }) => metricName?.endsWith("_bucket") && String(labels.le) === SLOW_SECONDS,
  );
  return {
    requests: sum(counts),
    failures: sum(counts.filter(({ labels }) => String(labels.status).startsWith("5"))),
    slow: sum(counts) - sum(fast),
    estimates: sum(
      fallbacks.values.filter(({ labels }) => !["no_route", "too_far"].includes(String(labels.reason))),
    ),
    searchFailures: sum(misses.values),
  };
}

/** Returns a function that states what this process counted in the last minute, if called every 10 s. */
export function createTrafficReader(): () => Promise<Omit<Traffic, "pageMs">> {
  const readings: Counts[] = [];
  return async () => {
    const now = await readCounts();
    readings.push(now);
    if (readings.length > READINGS + 1) readings.shift();
    const then = readings[0] ?? now;
    const since = COUNTED.map((name) => [name, now[name] - then[name]]);
    return { ...(Object.fromEntries(since) as Counts), clockMs: getCorrectionMs() };
  };
}
