import { timingSafeEqual } from "node:crypto";
import { config } from "@/lib/config";
import { database } from "@/lib/db/client";
import { isAtHead } from "@/lib/db/migrate";
import { measureLag } from "@/lib/events/measure-lag";
import { bearerChallenge, bearerToken } from "@/lib/http/bearer";
import { renderMetrics, setJournalLag } from "@/lib/metrics";

/** What the process knows of itself. */
export interface Health {
  /** Set once the process has been told to stop: it finishes what it has and takes nothing new. */
  isDraining: boolean;
}

const ANSWER_WITHIN_MS = 1_000;

/**
 * Answers the probes: `/healthz` and `/livez` while the process runs, `/readyz` while it can serve (database
 * reachable within a second, migrations at head, not draining), `/metrics` for Prometheus.
 */
export async function serveHealth(request: Request, health: Health): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
  }
  if (pathname === "/metrics") return metrics(request);
  const isReady = pathname !== "/readyz" || (!health.isDraining && (await isDatabaseReady()));
  return new Response(isReady ? "ok\n" : "not ready\n", {
    status: isReady ? 200 : 503,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}

const isDatabaseReady = (): Promise<boolean> => answerOr(false, isAtHead(database()));

/** What the database says, or the other word when it fails or takes longer than a second. */
function answerOr<Answer>(otherwise: Answer, asked: Promise<Answer>): Promise<Answer> {
  const late = new Promise<Answer>((resolve) => {
    setTimeout(() => resolve(otherwise), ANSWER_WITHIN_MS).unref();
  });
  return Promise.race([asked.catch(() => otherwise), late]);
}

/** Figures about the service are its operators' alone: without METRICS_TOKEN there is no such page. */
async function metrics(request: Request): Promise<Response> {
  const wanted = config().metricsToken;
  if (wanted === undefined) return new Response(null, { status: 404 });
  const header = request.headers.get("authorization");
  const given = bearerToken(header);
  if (given === undefined || !isEqual(given, wanted)) {
    return new Response(null, { status: 401, headers: bearerChallenge(header) });
  }
  setJournalLag(await answerOr(Number.NaN, measureLag(database())));
  const { contentType, text } = await renderMetrics();
  return new Response(text, { headers: { "Content-Type": contentType, "Cache-Control": "no-store" } });
}

function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
