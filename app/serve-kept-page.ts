import type { IncomingMessage, ServerResponse } from "node:http";
import { sessionCookie } from "@/app/session-cookie";
import { LANGUAGE_COOKIE } from "@/components/docs/language-cookie";
import { config } from "@/lib/config";
import { isUnavailable } from "@/lib/db/pg-errors";
import { LANGUAGES } from "@/lib/docs/samples";
import { PREFIX_COOKIE } from "@/lib/http/api-prefix";
import { PREFIXES } from "@/lib/http/errors";
import type { HttpRequest } from "@/lib/http/http-request";
import { fromNodeRequest, type NodeHandler } from "@/lib/http/node-adapter";
import { PageCache, renderKeptPage, sendKeptPage } from "@/lib/http/page-cache";
import { readCookie } from "@/lib/http/read-cookie";
import { THEME_COOKIE, THEMES } from "@/lib/http/theme";
import { chooseLocale, LOCALE_COOKIE, sharedTag } from "@/lib/locale/locale";
import { logFailure } from "@/lib/log";
import { getTariff } from "@/lib/pricing/get-tariff";
import { getDefaultLocale } from "@/lib/process/get-default-locale";
import { runtime } from "@/lib/process/runtime";
import { resolveTrackingLink } from "@/lib/tracking/get-tracking";
import { findOptOutVersion } from "@/lib/tracking/messages/opt-out";
import { type FoundUrl, findUrl } from "@/lib/urls";

const MAX_BYTES = 32 * 1024 * 1024;

/** Browsers keep pages that contain no personal data, and ask whether they are current. */
const PUBLIC = { "cache-control": "private, no-cache" };

const pages = new PageCache(MAX_BYTES);

/** Cookies that change a page for visitors without a session, with their values. */
const CHOICES: readonly (readonly [name: string, values: readonly string[]])[] = [
  [THEME_COOKIE, THEMES],
  [PREFIX_COOKIE, PREFIXES],
  [LANGUAGE_COOKIE, LANGUAGES.map(({ id }) => id)],
];

/** Sends a page from memory. @returns false for a request that Next must handle */
export async function serveKeptPage(
  handle: NodeHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const path = request.url ?? "/";
  if (!isShared(request)) return false;
  const found = findUrl(path);
  const { keptMs = 0, link } = found.url;
  try {
    const version = await findVersion(found);
    if (version === null) return false;
    const sent = chooseHeaders(fromNodeRequest(request));
    const page = await pages.get([path, ...Object.values(sent)].join("\n"), version, async () => {
      const rendering = { lastsMs: keptMs };
      const added = link === undefined ? PUBLIC : {};
      const rendered = await runtime().rendering.run(rendering, () =>
        renderKeptPage(handle, path, sent, added),
      );
      return { page: rendered, ...rendering };
    });
    if (page === null) return false;
    sendKeptPage(page, request, response);
    return true;
  } catch (error) {
    // proxy.ts responds while the database is unavailable.
    if (!isUnavailable(error)) logFailure("kept page failed", error);
    return false;
  }
}

/** Whether the response depends only on the path and `chooseHeaders`. Next's navigation sends additional headers. */
function isShared({ method, url = "/", headers }: IncomingMessage): boolean {
  if (!config().isProduction) return false;
  if (method !== "GET" && method !== "HEAD") return false;
  // Only the plain form of a path, of which there is one.
  if (/[?#%]/.test(url)) return false;
  if (readCookie(headers.cookie ?? null, sessionCookie().name) !== undefined) return false;
  return !Object.keys(headers).some((name) => name === "rsc" || name.startsWith("next-"));
}

/** The request for which the page is rendered: the visitor's choices, reduced to their known values. */
function chooseHeaders(request: HttpRequest): Readonly<Record<string, string>> {
  const acceptLanguage = request.header("accept-language");
  const sent = request.header("cookie");
  const locale = chooseLocale(
    { cookie: readCookie(sent, LOCALE_COOKIE), acceptLanguage },
    getDefaultLocale(),
  );
  const cookies = CHOICES.flatMap(([name, values]) => {
    const value = readCookie(sent, name);
    return value !== undefined && values.includes(value) ? [`${name}=${value}`] : [];
  });
  return { "accept-language": sharedTag(locale, acceptLanguage), cookie: cookies.join("; ") };
}

/** Differs whenever the page shows something else, apart from the passing of time; null for a dead link. */
async function findVersion({ url, params }: FoundUrl): Promise<string | null> {
  const { db } = runtime();
  if (url.link !== "tracking") return url.showsTariff ? String((await getTariff(db)).id) : "";
  const found = await resolveTrackingLink(runtime(), params.token ?? "");
  return found.kind === "open" ? `${found.version} ${await findOptOutVersion(db)}` : null;
}
