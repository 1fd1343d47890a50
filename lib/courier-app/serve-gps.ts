import { findTrackedCourier } from "@/lib/couriers/check-courier";
import { fromJson, fromQuery, type TrackerMessage } from "@/lib/couriers/osmand-message";
import { isUnavailable } from "@/lib/db/pg-errors";
import { DomainError } from "@/lib/domain-error";
import { parseBoundedJson, toText } from "@/lib/http/bounded-json";
import { ERRORS } from "@/lib/http/errors";
import type { HttpRequest } from "@/lib/http/http-request";
import type { Reply } from "@/lib/http/reply";
import { logFailure } from "@/lib/log";
import { observeRequest } from "@/lib/metrics";
import { type Runtime, runtime } from "@/lib/process/runtime";

/** Handles the OsmAnd protocol. A tracker resends a fix until it gets 200, so every fix of a known device gets 200. */
export async function serveGps(request: HttpRequest, provide: () => Runtime = runtime): Promise<Reply> {
  const startedAt = performance.now();
  const status = await answer(request, provide);
  observeRequest(request.method, "/gps", status, (performance.now() - startedAt) / 1000);
  const headers = status === 503 ? { "Retry-After": String(ERRORS.SERVICE_UNAVAILABLE.retryAfter) } : {};
  return { status, body: "", headers: { "Cache-Control": "no-store", ...headers } };
}

async function answer(request: HttpRequest, provide: () => Runtime): Promise<number> {
  if (request.method !== "GET" && request.method !== "POST") return 405;
  try {
    const { db, clock, positions } = provide();
    const message = await read(request, clock.now());
    if (message === null) return 400;
    const courierId = await findTrackedCourier(db, message.deviceToken);
    if (courierId === null) return 401;
    if (message.fix !== null) await positions.record(courierId, [message.fix]);
    return 200;
  } catch (error) {
    if (isUnavailable(error) || error instanceof DomainError) return 503;
    logFailure("position not recorded", error);
    return 500;
  }
}

async function read(request: HttpRequest, now: Date): Promise<TrackerMessage | null> {
  const { searchParams } = request.target;
  if (request.method === "GET" || searchParams.size > 0) return fromQuery(searchParams, now);
  const body = await request.readBody().catch(() => null);
  if (body === null) return null;
  const text = toText(body);
  if (!text.trimStart().startsWith("{")) return fromQuery(new URLSearchParams(text), now);
  try {
    return fromJson(parseBoundedJson(text));
  } catch {
    return null;
  }
}
