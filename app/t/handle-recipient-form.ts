import { isUnavailable } from "@/lib/db/pg-errors";
import { DomainError, type FieldIssue } from "@/lib/domain-error";
import { toText } from "@/lib/http/bounded-json";
import { ERRORS } from "@/lib/http/errors";
import { fromFetchRequest } from "@/lib/http/fetch-adapter";
import { readFetchSite } from "@/lib/http/read-fetch-site";
import { parseJson, readWebBody } from "@/lib/http/request-body";
import { staticPage } from "@/lib/http/static-page";
import { logFailure } from "@/lib/log";
import { getRequestLocale } from "@/lib/process/get-request-locale";
import { type Runtime, runtime } from "@/lib/process/runtime";
import { MESSAGES } from "@/messages/messages";

const WRITES_PER_MINUTE = 20;

/** A form has at most 1,000 characters, and each takes at most 12 bytes when encoded. */
const MAX_BYTES = 16 * 1024;

const HEADERS = { "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer" } as const;

type Values = Readonly<Record<string, unknown>>;
type Act = (served: Runtime, token: string, values: Values, request: Request) => Promise<void>;

/** Forms get a redirect or a page; scripts get 204 or JSON. proxy.ts responds to ended links. */
export function recipientFormRoute(act: Act) {
  return async (request: Request, { params }: { params: Promise<{ token: string }> }) =>
    handleRecipientForm(request, (await params).token, act);
}

async function handleRecipientForm(request: Request, token: string, act: Act): Promise<Response> {
  const isForm = (request.headers.get("content-type") ?? "").startsWith("application/x-www-form-urlencoded");
  const refuse = (status: number, id: string, message: string, details: readonly FieldIssue[] = []) => {
    if (!isForm) return Response.json({ error: { id, message, details } }, { status, headers: HEADERS });
    const locale = getRequestLocale(request);
    return staticPage(status, { locale, ...MESSAGES[locale].tracking.notSaved });
  };
  const served = runtime();
  if (readFetchSite(request, served.publicUrl) !== "own") {
    return refuse(403, "tracking.other_site", "This URL accepts requests only from its own pages.");
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
    const form = () => Object.fromEntries(new URLSearchParams(toText(bytes)));
    await act(served, token, isForm ? form() : readObject(request, bytes), request);
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

export function getText(values: Values, name: string): string {
  const value = values[name];
  return typeof value === "string" ? value : "";
}

function readObject(request: Request, bytes: Uint8Array): Record<string, unknown> {
  const value = parseJson(fromFetchRequest(request), bytes);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new DomainError("INVALID_PAYLOAD", [{ field: "", message: "must be an object" }]);
}
