import type { IncomingMessage, ServerResponse } from "node:http";
import { watchOutage } from "@/lib/db/notice-outage";
import { askedOf } from "@/lib/http/asked";
import { ERRORS } from "@/lib/http/errors";
import type { Locale } from "@/lib/locale/locale";
import { holdResponse } from "@/lib/pages/held-response";
import { pageLocale } from "@/lib/pages/page-locale";
import { plainPage } from "@/lib/pages/plain-page";

const OF_THE_OTHER_BODY = ["content-encoding", "transfer-encoding", "etag"];

type Words = Readonly<Record<Locale, { readonly title: string; readonly text: string }>>;

/**
 * Has a page answer 503 with Retry-After, in words, where it would answer 500 because the database did not answer it in
 * time. A page of Next's cannot choose its status, and does not tell such a failure from any other.
 */
export function withAwayPage(
  request: IncomingMessage,
  response: ServerResponse,
  words: Words,
  serve: () => Promise<void>,
): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") return serve();
  return watchOutage((isCut) => {
    const isAway = () => response.statusCode === 500 && !response.headersSent && isCut();
    holdResponse(response, isAway, () => void answerAway(request, response, words));
    return serve();
  });
}

async function answerAway(request: IncomingMessage, response: ServerResponse, words: Words): Promise<void> {
  const locale = pageLocale(askedOf(request));
  const page = plainPage(503, { locale, ...words[locale] });
  const body = Buffer.from(await page.arrayBuffer());
  for (const name of OF_THE_OTHER_BODY) response.removeHeader(name);
  for (const [name, value] of page.headers) response.setHeader(name, value);
  response.setHeader("Retry-After", String(ERRORS.SERVICE_UNAVAILABLE.retryAfter));
  response.setHeader("Content-Length", body.length);
  response.writeHead(page.status);
  response.end(request.method === "HEAD" ? undefined : body);
}
