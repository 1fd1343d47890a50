import type { IncomingMessage, ServerResponse } from "node:http";
import { gzip } from "node:zlib";
import { findUrl } from "@/lib/urls";

/** Scripts wait at most 3 s for pictures. */
const LATEST_LOAD_MS = 3_000;
/** Scripts wait at most 10 s for the first paint, which old browsers do not report. */
const LATEST_PAINT_MS = 10_000;

const SCRIPT = /<script src="([^"]+)"([^>]*)><\/script>/g;
const PRELOADED = /<link rel="preload" as="script"[^>]*>/g;

/** Scripts load after style, picture and paint. Inline scripts stay; their nonce lets one load the others. */
export function deferScriptTags(html: string): string {
  const nonce = /<script[^>]* nonce="([^"]+)"/.exec(html)?.[1];
  const end = html.lastIndexOf("</body>");
  if (nonce === undefined || end < 0) return html;
  const scripts: { src: string; id: string }[] = [];
  const take = (tag: string, src: string, rest: string) => {
    if (/ nomodule/i.test(rest)) return tag;
    scripts.push({ src, id: / id="([^"]+)"/.exec(rest)?.[1] ?? "" });
    return "";
  };
  const head = html.slice(0, end).replace(SCRIPT, take).replace(PRELOADED, "");
  // This JSON is part of an inline script, so `<` is escaped to prevent a closing tag.
  const list = JSON.stringify(scripts).replaceAll("<", "\\u003c");
  return `${head}<script nonce="${nonce}">${starter(list)}</script>${html.slice(end)}`;
}

const starter = (list: string): string =>
  `(()=>{let on=0;const go=()=>{if(on++)return;for(const{src,id}of ${list}){` +
  `const s=document.createElement("script");s.src=src;s.async=true;if(id)s.id=id;document.head.append(s)}};` +
  // A loaded page is not painted yet on a slow device, and never in a background tab.
  `const soon=()=>document.hidden?go():new PerformanceObserver(()=>requestAnimationFrame(()=>setTimeout(go)))` +
  `.observe({type:"paint",buffered:true});` +
  `addEventListener("load",soon);setTimeout(soon,${LATEST_LOAD_MS});setTimeout(go,${LATEST_PAINT_MS})})()`;

/** Pages for one-time or first-time visitors, which are complete without scripts. */
function isReadOnce(path: string): boolean {
  const { url, params } = findUrl(path);
  if (url.audience === "recipient") return params.token !== undefined && params.action === undefined;
  return url.audience === "public" && url.policy === "nonce";
}

/** Passes the response to a public page's URL through `deferScriptTags` if it is a page. */
export function deferPageScripts(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== "GET" || !isReadOnce((request.url ?? "/").split("?", 1)[0] ?? "/")) return;
  // Responses to scripts at the same URLs are not pages.
  if (!String(request.headers.accept).includes("text/html")) return;
  const takesGzip = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  // The complete page is compressed below.
  request.headers["accept-encoding"] = "identity";
  bufferResponse(response, (whole, sent) => {
    const isPage = String(response.getHeader("content-type")).startsWith("text/html");
    const page = isPage ? Buffer.from(deferScriptTags(whole.toString())) : whole;
    const send = (body: Buffer) => {
      response.appendHeader("Vary", "Accept-Encoding");
      if (response.statusCode !== 304) response.setHeader("Content-Length", body.length);
      response.end(body, sent);
    };
    if (!isPage || !takesGzip) return send(page);
    // Asynchronous, off the main thread: a page of the documentation has hundreds of kilobytes.
    gzip(page, (error, body) => {
      if (error === null) response.setHeader("Content-Encoding", "gzip");
      send(error === null ? body : page);
    });
  });
}

/** Buffers a response until its writer has ended; `finish` then sends it with its status and headers. */
function bufferResponse(
  response: ServerResponse,
  finish: (body: Buffer, sent: (() => void) | undefined) => void,
): void {
  const { writeHead, write, end, flushHeaders } = response;
  const chunks: Buffer[] = [];
  const keep = ([chunk, encoding]: unknown[]) => {
    if (typeof chunk === "string") chunks.push(Buffer.from(chunk, encoding as BufferEncoding | undefined));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  const findCallback = (given: unknown[]) =>
    given.find((value): value is () => void => typeof value === "function");
  Object.assign(response, {
    flushHeaders: () => {},
    writeHead: (status: number, ...rest: unknown[]) => {
      response.statusCode = status;
      const fields = rest.find((value) => typeof value === "object" && value !== null) ?? {};
      for (const [name, value] of Object.entries(fields)) response.setHeader(name, value);
      return response;
    },
    write: (...given: unknown[]) => {
      keep(given);
      queueMicrotask(findCallback(given) ?? (() => {}));
      return true;
    },
    end: (...given: unknown[]) => {
      keep(given);
      Object.assign(response, { writeHead, write, end, flushHeaders });
      finish(Buffer.concat(chunks), findCallback(given));
      return response;
    },
  });
}
