import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";
import { inject, type Response } from "light-my-request";
import { LRUCache } from "lru-cache";
import type { NodeHandler } from "@/lib/http/node-adapter";

/** A page whose content policy allows its own inline scripts by hash, so that many responses can share it. */
export interface KeptPage {
  readonly headers: OutgoingHttpHeaders;
  readonly etag: string;
  readonly gzipped: Buffer;
}

const SCRIPT = /<script([^>]*)>(.*?)<\/script>/gs;

/** Replaces the nonce by the hashes of the inline scripts that carry it, so that an injected script stays blocked. */
export function toHashPolicy(policy: string, html: string): string {
  const [source = "", nonce = ""] = /'nonce-([^']+)' 'strict-dynamic'/.exec(policy) ?? [];
  const hashes = [...html.matchAll(SCRIPT)].flatMap(([, attributes = "", text = ""]) =>
    text !== "" && nonce !== "" && attributes.includes(`nonce="${nonce}"`)
      ? [`'sha256-${createHash("sha256").update(text).digest("base64")}'`]
      : [],
  );
  return policy.replace(source, ["'self'", ...new Set(hashes)].join(" "));
}

const compress = promisify(gzip);

/** Calls a handler with a request of these headers alone, so that the page depends on nothing else. */
function renderPage(
  handle: NodeHandler,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const listen: RequestListener = (message, response) => {
      const checkEnd = () => {
        if (!response.writableEnded) reject(new Error("The handler ended without a response."));
      };
      handle(message, response).then(checkEnd, reject);
    };
    inject(listen, { method: "GET", url: path, headers }).then(resolve, reject);
  });
}

/** Null for a page that must not be kept. */
export async function renderKeptPage(
  handle: NodeHandler,
  path: string,
  sent: Readonly<Record<string, string>>,
  added: OutgoingHttpHeaders,
): Promise<KeptPage | null> {
  const { statusCode, raw, rawPayload: html } = await renderPage(handle, path, sent);
  const headers = raw.res.getHeaders();
  const { "content-security-policy": policy, vary, ...others } = headers;
  if (statusCode !== 200 || typeof policy !== "string" || headers["set-cookie"] !== undefined) return null;
  const kept: OutgoingHttpHeaders = {
    ...others,
    "content-security-policy": toHashPolicy(policy, html.toString()),
    // Next replaces the header that proxy.ts sets.
    vary: `Accept-Language, Cookie, ${vary}`,
    ...added,
  };
  const digest = createHash("sha256").update(html).digest("base64url");
  return { headers: kept, etag: `W/"${digest}"`, gzipped: await compress(html) };
}

export function sendKeptPage(page: KeptPage, request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(page.headers))
    if (value !== undefined) response.setHeader(name, value);
  response.setHeader("ETag", page.etag);
  const known = request.headers["if-none-match"]?.split(",").map((tag) => tag.trim());
  if (known?.includes(page.etag)) {
    response.writeHead(304).end();
    return;
  }
  const takesGzip = /\bgzip\b/.test(String(request.headers["accept-encoding"]));
  const body = takesGzip ? page.gzipped : gunzipSync(page.gzipped);
  if (takesGzip) response.setHeader("Content-Encoding", "gzip");
  response.setHeader("Content-Length", body.length);
  response.end(body);
}

interface Entry {
  readonly version: string;
  readonly page: KeptPage;
  readonly expiresAt: number;
}

/** Keeps the newest version of each page, up to a number of bytes; the pages least recently used are dropped. */
export class PageCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #renders = new Map<string, Promise<KeptPage | null>>();

  constructor(maxBytes: number) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ page }) => Math.max(1, page.gzipped.length),
    });
  }

  /** @param render the page, and how long it may be kept; shared by requests at the same time */
  async get(
    key: string,
    version: string,
    render: () => Promise<{ page: KeptPage | null; lastsMs: number }>,
  ): Promise<KeptPage | null> {
    const known = this.#entries.get(key);
    if (known?.version === version && performance.now() < known.expiresAt) return known.page;
    const name = `${key} ${version}`;
    let rendering = this.#renders.get(name);
    if (rendering === undefined) {
      rendering = this.#render(key, version, render).finally(() => this.#renders.delete(name));
      this.#renders.set(name, rendering);
    }
    return rendering;
  }

  async #render(
    key: string,
    version: string,
    render: () => Promise<{ page: KeptPage | null; lastsMs: number }>,
  ): Promise<KeptPage | null> {
    const startedAt = performance.now();
    const { page, lastsMs } = await render();
    if (page === null) this.#entries.delete(key);
    else this.#entries.set(key, { version, page, expiresAt: startedAt + lastsMs });
    return page;
  }
}
