import { config } from "@/lib/config";
import { checkSession, SharedSessionError } from "@/lib/db/check-session";
import { checkWritable } from "@/lib/db/check-writable";
import { inTime } from "@/lib/db/in-time";
import { findSchemaProblem } from "@/lib/db/migrate";
import { bearerChallenge, bearerToken } from "@/lib/http/bearer";
import { isEqualSecret } from "@/lib/is-equal-secret";
import { logFailure } from "@/lib/log";
import { renderMetrics } from "@/lib/metrics";
import { runtime } from "@/lib/process/runtime";
import { updateGauges } from "@/lib/process/update-gauges";
import { findUrl } from "@/lib/urls";

export interface Health {
  /** Set once the process is stopping: it finishes its work and accepts nothing new. */
  isDraining: boolean;
  /** Whether pages that this process serves are still being built or loaded. The API does not wait for them. */
  arePagesPending: boolean;
}

const ANSWER_WITHIN_MS = 1_000;
// /readyz is public, so frequent probes must not keep the disk busy.
const WRITE_AT_MOST_EVERY_MS = 1_000;

/**
 * `/readyz` is 200 unless draining, if the pages are loaded and within 1 s the database answers, keeps sessions, is
 * migrated and writable. Otherwise it is 503 and names what is missing.
 */
export async function serveHealth(request: Request, health: Health): Promise<Response> {
  const { probe } = findUrl(new URL(request.url).pathname).params;
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
  }
  if (probe === "metrics") return serveMetrics(request);
  const missing = probe === "readyz" ? await listMissing(health) : [];
  return new Response(missing.length === 0 ? "ok\n" : `not ready: ${missing.join(", ")}\n`, {
    status: missing.length === 0 ? 200 : 503,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}

let lastWrite = { at: Number.NEGATIVE_INFINITY, outcome: Promise.resolve() };
let failedProbes = 0;

/** Probes come every second or so. The first ones are often late, while the process loads its pages. */
const FAILURES_BEFORE_LOG = 5;

async function listMissing({ isDraining, arePagesPending }: Health): Promise<string[]> {
  if (isDraining) return ["stopping"];
  const problem = await findDatabaseProblem();
  return [...(problem === null ? [] : [problem]), ...(arePagesPending ? ["pages"] : [])];
}

async function findDatabaseProblem(): Promise<string | null> {
  try {
    const problem = await inTime(findServingProblem(), ANSWER_WITHIN_MS);
    failedProbes = 0;
    return problem;
  } catch (error) {
    failedProbes += 1;
    if (failedProbes === FAILURES_BEFORE_LOG) logFailure("not ready", error);
    return error instanceof SharedSessionError ? error.message : "database";
  }
}

let sessionCheck: Promise<void> | null = null;

/** Caches success, since the server behind DATABASE_URL does not change. */
function checkSessionOnce(): Promise<void> {
  sessionCheck ??= checkSession(config().databaseUrl).catch((error: unknown) => {
    sessionCheck = null;
    throw error;
  });
  return sessionCheck;
}

async function findServingProblem(): Promise<string | null> {
  await checkSessionOnce();
  const problem = await findSchemaProblem(runtime().db);
  if (problem !== null) return problem;
  if (performance.now() - lastWrite.at >= WRITE_AT_MOST_EVERY_MS) {
    lastWrite = { at: performance.now(), outcome: checkWritable(runtime().db) };
  }
  await lastWrite.outcome;
  return null;
}

/** Metrics are for operators only: without METRICS_TOKEN this is a 404. */
async function serveMetrics(request: Request): Promise<Response> {
  const expected = config().metricsToken;
  if (expected === undefined) return new Response(null, { status: 404 });
  const header = request.headers.get("authorization");
  const input = bearerToken(header);
  if (input === undefined || !isEqualSecret(input, expected)) {
    return new Response(null, { status: 401, headers: bearerChallenge(header) });
  }
  await updateGauges(runtime(), config());
  const { contentType, text } = await renderMetrics();
  return new Response(text, { headers: { "Content-Type": contentType, "Cache-Control": "no-store" } });
}
