import type * as z from "zod";
import { config } from "@/lib/config";
import type { Context } from "@/lib/context";
import type { AppState } from "@/lib/courier-app/app-state";
import type { PositionAnswer } from "@/lib/courier-app/fix-queue";
import { getAppState } from "@/lib/courier-app/get-app-state";
import { positionsInput } from "@/lib/courier-app/schema";
import { findLinkedCourier } from "@/lib/couriers/check-courier";
import type { Courier } from "@/lib/db/generated/client";
import { isUnavailable } from "@/lib/db/pg-errors";
import { DomainError, type FieldIssue } from "@/lib/domain-error";
import { ERRORS, type ErrorCode, retryHeaders } from "@/lib/http/errors";
import { fromFetchRequest, toFetchResponse } from "@/lib/http/fetch-adapter";
import type { HttpRequest } from "@/lib/http/http-request";
import { requireFields } from "@/lib/http/issues";
import { readCookie } from "@/lib/http/read-cookie";
import { readFetchSite } from "@/lib/http/read-fetch-site";
import type { Reply } from "@/lib/http/reply";
import { readJson } from "@/lib/http/request-body";
import { logFailure } from "@/lib/log";
import { pushKeys } from "@/lib/notify/push-context";
import { createContext, type Runtime, runtime } from "@/lib/process/runtime";
import type { StreamRequest } from "@/lib/streams/event-stream";
import { buildSnapshot } from "@/lib/streams/snapshot";

export const COURIER_COOKIE = "courier";

const SESSION_SECONDS = 180 * 24 * 60 * 60;

export function courierCookie(secret: string, isSecure: boolean): string {
  const parts = [`${COURIER_COOKIE}=${secret}`, "Path=/courier", `Max-Age=${SESSION_SECONDS}`];
  return [...parts, "HttpOnly", "SameSite=Lax", ...(isSecure ? ["Secure"] : [])].join("; ");
}

/** Prevents caching, indexing and leaking the secret URL to other sites. */
export const PRIVATE_HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
  "X-Content-Type-Options": "nosniff",
} as const;

interface CourierSession {
  readonly courier: Courier;
  readonly secret: string;
}

async function findSession(cookies: string | null, { db }: Runtime): Promise<CourierSession | null> {
  const secret = readCookie(cookies, COURIER_COOKIE);
  const courier = secret === undefined ? null : await findLinkedCourier(db, secret);
  return secret === undefined || courier === null ? null : { courier, secret };
}

export async function findAppState(secret: string, served: Runtime = runtime()): Promise<AppState | null> {
  const courier = await findLinkedCourier(served.db, secret);
  return courier === null ? null : loadState({ courier, secret }, served);
}

function loadState(
  { courier, secret }: CourierSession,
  { db, clock, publicUrl, dispatch }: Runtime,
): Promise<AppState> {
  const { dispatcherPhone, ...settings } = config();
  const pushKey = pushKeys(settings)?.publicKey ?? null;
  return getAppState({ db, clock, publicUrl, dispatch, dispatcherPhone, pushKey }, courier, secret);
}

export function serveState(request: Request, served: Runtime = runtime()): Promise<Response> {
  return answering(async () => {
    const session = await findSession(request.headers.get("cookie"), served);
    if (session === null) return errorResponse(401, "courier.link_invalid", LINK_INVALID);
    return Response.json(await loadState(session, served), { headers: PRIVATE_HEADERS });
  });
}

/** The stream ends when the link is replaced or the courier disabled. */
export async function openStateEvents(request: HttpRequest): Promise<StreamRequest | Reply> {
  const session = await findSession(request.header("cookie"), runtime());
  if (session === null) return refusal(401, "courier.link_invalid", LINK_INVALID);
  return {
    key: `courier ${session.secret}`,
    topics: [`courier:${session.courier.id}`],
    read: async () => {
      const state = await findAppState(session.secret);
      return state === null ? null : buildSnapshot(state);
    },
    role: "courier",
    reader: session.courier.id,
    lastEventId: request.header("last-event-id"),
  };
}

/** Responds 204, 400, 401 for an invalid link, 403 from another site, 409 when no longer possible, or 503 to retry. */
export function handleCourierAction<Input>(
  request: Request,
  schema: z.ZodType<Input>,
  act: (context: Context, courier: Courier, input: Input) => Promise<unknown>,
  served: Runtime = runtime(),
): Promise<Response> {
  return withCourierAuth(request, served, async (context, courier) => {
    await act(context, courier, requireFields(schema, await readJson(fromFetchRequest(request))));
    return new Response(null, { status: 204, headers: PRIVATE_HEADERS });
  });
}

export function handleFixBatch(
  request: Request,
  act: (context: Context, courier: Courier, batch: z.infer<typeof positionsInput>) => Promise<PositionAnswer>,
): Promise<Response> {
  return withCourierAuth(request, runtime(), async (context, courier) => {
    const batch = requireFields(positionsInput, await readJson(fromFetchRequest(request)));
    return Response.json(await act(context, courier, batch), { headers: PRIVATE_HEADERS });
  });
}

export function withCourierAuth(
  request: Request,
  served: Runtime,
  respond: (context: Context, courier: Courier) => Promise<Response>,
): Promise<Response> {
  return answering(async () => {
    if (readFetchSite(request, served.publicUrl) !== "own") {
      return errorResponse(403, "courier.other_site", "This URL accepts requests only from its own pages.");
    }
    const session = await findSession(request.headers.get("cookie"), served);
    if (session === null) return errorResponse(401, "courier.link_invalid", LINK_INVALID);
    const { courier } = session;
    return respond(createContext(served, { type: "courier", id: courier.id }), courier);
  });
}

const LINK_INVALID = "This link is not valid any more. Ask your dispatcher for a new one.";

async function answering(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    const code = getCode(error);
    if (code === "INTERNAL_ERROR") logFailure("courier request failed", error);
    const { status, id, message } = ERRORS[code];
    // For the phone, an order that is no longer theirs is the same as an impossible step.
    const isGone = code === "ORDER_NOT_FOUND";
    const issues = error instanceof DomainError ? error.issues : [];
    const response = errorResponse(isGone ? 409 : status, id, message, issues);
    for (const [name, value] of Object.entries(retryHeaders(ERRORS[code]))) response.headers.set(name, value);
    return response;
  }
}

function getCode(error: unknown): ErrorCode {
  if (error instanceof DomainError) return error.code;
  return isUnavailable(error) ? "SERVICE_UNAVAILABLE" : "INTERNAL_ERROR";
}

function refusal(status: number, id: string, message: string, details: readonly FieldIssue[] = []): Reply {
  const headers = { ...PRIVATE_HEADERS, "Content-Type": "application/json" };
  return { status, headers, body: JSON.stringify({ error: { id, message, details } }) };
}

export function errorResponse(...what: Parameters<typeof refusal>): Response {
  return toFetchResponse(refusal(...what), "POST");
}
