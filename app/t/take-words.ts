import { isUnavailable } from "@/lib/db/failure";
import { DomainError, type FieldIssue } from "@/lib/domain-error";
import { cookieOf } from "@/lib/http/asked";
import { ERRORS } from "@/lib/http/errors";
import { pageOf } from "@/lib/http/page-of";
import { parseJson, readWebBody, textOf } from "@/lib/http/request-body";
import { fromWeb } from "@/lib/http/web-lane";
import { chooseLocale, LOCALE_COOKIE } from "@/lib/locale/locale";
import { logFailure } from "@/lib/log";
import { plainPage } from "@/lib/pages/plain-page";
import { type Runtime, runtime } from "@/lib/process/runtime";
import { MESSAGES } from "@/messages/messages";

/** Nobody writes more often by hand. */
const WRITES_PER_MINUTE = 20;

/** Forms carry a thousand characters at most, each of twelve bytes in a form's encoding. */
const MAX_BYTES = 16 * 1024;

const HEADERS = { "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer" } as const;

/**
 * Answers a POST from a tracking page: a form's by leading back to the page, a script's by 204. 400, 404, 409 and 429
 * as JSON or as a page, 403 from any other site. Dead links do not get here: proxy.ts answers them.
 */
export async function takeWords(
  request: Request,
  token: string,
  act: (served: Runtime, values: Readonly<Record<string, unknown>>) => Promise<void>,
): Promise<Response> {
  const isForm = (request.headers.get("content-type") ?? "").startsWith("application/x-www-form-urlencoded");
  const refuse = (status: number, id: string, message: string, details: readonly FieldIssue[] = []) => {
    if (!isForm) return Response.json({ error: { id, message, details } }, { status, headers: HEADERS });
    const locale = localeOf(request);
    return plainPage(status, { locale, ...MESSAGES[locale].tracking.notSaved });
  };
  const served = runtime();
  if (pageOf(request, served.publicUrl) !== "own") {
    return refuse(403, "tracking.other_site", "This address takes requests of its own pages only.");
  }
  try {
    const { isAllowed, nextSeconds } = await served.rateLimiter.take(`words:${token}`, WRITES_PER_MINUTE);
    if (!isAllowed) {
      const { status, id, message } = ERRORS.RATE_LIMIT_EXCEEDED;
      const limited = refuse(status, id, message);
      limited.headers.set("Retry-After", String(nextSeconds));
      return limited;
    }
    const bytes = await readWebBody(request, MAX_BYTES);
    await act(
      served,
      isForm ? Object.fromEntries(new URLSearchParams(textOf(bytes))) : readObject(request, bytes),
    );
  } catch (error) {
    const code =
      error instanceof DomainError
        ? error.code
        : isUnavailable(error)
          ? "SERVICE_UNAVAILABLE"
          : "INTERNAL_ERROR";
    if (code === "INTERNAL_ERROR") logFailure("tracking form failed", error);
    const { status, id, message } = ERRORS[code];
    return refuse(status, id, message, error instanceof DomainError ? error.issues : []);
  }
  if (!isForm) return new Response(null, { status: 204, headers: HEADERS });
  return new Response(null, { status: 303, headers: { ...HEADERS, Location: `/t/${token}` } });
}

/** A field of a form; empty when it is absent or no text. */
export function textIn(values: Readonly<Record<string, unknown>>, name: string): string {
  const value = values[name];
  return typeof value === "string" ? value : "";
}

function readObject(request: Request, bytes: Uint8Array): Record<string, unknown> {
  const value = parseJson(fromWeb(request), bytes);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new DomainError("INVALID_PAYLOAD", [{ field: "", message: "must be an object" }]);
}

/** The language of the reader's page, which they may have chosen there. */
export function localeOf(request: Request) {
  return chooseLocale({
    query: new URL(request.url).searchParams.get("lang"),
    cookie: cookieOf(request, LOCALE_COOKIE),
    acceptLanguage: request.headers.get("accept-language"),
  });
}
