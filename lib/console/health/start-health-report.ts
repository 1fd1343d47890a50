import { randomUUID } from "node:crypto";
import type { Config } from "@/lib/config";
import { checkParts, claimCheck } from "@/lib/console/health/check-parts";
import { createTrafficReader } from "@/lib/console/health/create-traffic-reader";
import { createFactsReader } from "@/lib/console/health/read-facts";
import { isUnavailable } from "@/lib/db/pg-errors";
import { execute } from "@/lib/db/sql";
import { logFailure } from "@/lib/log";
import { readVersion } from "@/lib/package-root";
import type { Runtime } from "@/lib/process/runtime";

const REPORT_EVERY_MS = 10_000;
/** In reports: a page is rendered once a minute. */
const PROBE_PAGE_EVERY = 6;
const PAGE_WITHIN_MS = 5_000;
const PROBED_PAGE = "/docs/search";

/**
 * Reports this process every 10 s, and checks the service unless another process just did. A process for the API alone
 * does not check, so that it needs no models.
 */
export function startHealthReport(
  served: Runtime,
  settings: Config,
  hasLoadedPages: () => boolean,
): { stop(): Promise<void> } {
  const { db, clock } = served;
  const process = { id: randomUUID(), role: settings.role, version: readVersion(), startedAt: clock.now() };
  const readTraffic = createTrafficReader();
  const readFacts = createFactsReader(served, settings);
  let pageMs: number | null = null;
  const report = async (seenAt: Date) => {
    const traffic = JSON.stringify({ ...(await readTraffic()), pageMs });
    await execute(db)`
      INSERT INTO health_processes (id, role, version, started_at, seen_at, traffic)
      VALUES (${process.id}::uuid, ${process.role}, ${process.version}, ${process.startedAt}, ${seenAt}, ${traffic}::jsonb)
      ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, traffic = excluded.traffic`;
  };
  let rounds = 0;
  let hasFailed = false;
  const round = async () => {
    rounds += 1;
    if (rounds % PROBE_PAGE_EVERY === 0 && hasLoadedPages()) {
      // The first request loads the page.
      if (pageMs === null) await probePage(settings);
      pageMs = await probePage(settings);
    }
    await report(clock.now());
    // Not during the start, which it would delay.
    const mayCheck = settings.role !== "api" && rounds > 1;
    if (mayCheck && (await claimCheck(db, clock.now()))) await checkParts(db, readFacts);
    hasFailed = false;
  };
  let running: Promise<void> | null = null;
  const start = () => {
    running ??= round()
      .catch((error: unknown) => {
        if (!hasFailed && !isUnavailable(error)) logFailure("health not reported", error);
        hasFailed = true;
      })
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(start, REPORT_EVERY_MS);
  start();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
      // A process that ended in order is not listed.
      await report(new Date(0)).catch(() => {});
    },
  };
}

/** Milliseconds to render a page that is not kept in memory and needs no database; -1 if it failed. */
async function probePage({ host, port, proxyHops }: Config): Promise<number> {
  const at = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host;
  const startedAt = performance.now();
  try {
    const response = await fetch(`http://${at}:${port}${PROBED_PAGE}`, {
      headers: proxyHops > 0 ? { "X-Forwarded-For": "127.0.0.1" } : {},
      signal: AbortSignal.timeout(PAGE_WITHIN_MS),
    });
    await response.text();
    return response.ok ? Math.round(performance.now() - startedAt) : -1;
  } catch {
    return -1;
  }
}
