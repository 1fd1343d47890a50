import { unstable_doesMiddlewareMatch } from "next/experimental/testing/server";
import { describe, expect, it } from "vitest";
import { buildUrlFinder, findUrl, MOVED_URLS, URLS, type Url } from "@/lib/urls";
import { config } from "@/proxy";
import { pathsBelow } from "@/scripts/sources";

/** Returns the URL of a file under app, with parameters of one segment. */
const buildPath = (file: string): string =>
  file
    .replace(/^app/, "")
    .replace(/\/(page|route)\.tsx?$/, "")
    .replace(/\/\([^)]+\)/g, "")
    .replace(/\/\[\[.+\]\]/, "")
    .replace(/\[(\.\.\.)?\w+\]/g, "x") || "/";

const SERVED = pathsBelow(["app"], /\/(page|route)\.tsx?$/).map(buildPath);

type Urls = readonly Url[];

const page = { handler: "pages", audience: "public", policy: "nonce" } as const;
const stream = { handler: "events", audience: "public", policy: "nothing" } as const;
const api = { handler: "api", audience: "client", policy: "nothing" } as const;

const getSample = ({ pattern }: Url): string =>
  pattern
    .replace(/:\w+\(([\w.-]+)[^)]*\)/g, "$1")
    .replace(/:\w+[*+]/g, "x/y/z")
    .replace(/:\w+/g, "x");

/** Returns the patterns whose own paths match an earlier one. */
function findShadowed(urls: Urls): string[] {
  const find = buildUrlFinder(urls);
  return urls.filter((url) => find(getSample(url)).url.pattern !== url.pattern).map(({ pattern }) => pattern);
}

describe("the table of URL patterns", () => {
  it("has no pattern whose paths match an earlier one", () => {
    expect(findShadowed(URLS)).toEqual([]);
    const planted = [
      { pattern: "/docs/:doc*", ...page },
      { pattern: "/docs/:tool(search|try)", ...page },
      { pattern: "/t/:token", ...page },
    ];
    expect(findShadowed(planted)).toEqual(["/docs/:tool(search|try)"]);
  });

  it.each([
    ["/v1", "api"],
    ["/v1/partner/orders/%2F", "api"],
    ["/v1x", "pages"],
    ["/gps/", "pages"],
    ["/healthz", "health"],
    ["/healthz/x", "pages"],
    ["/map", "pages"],
    ["/map/a/b", "map"],
    ["/t/x/events", "events"],
    ["/t/x/y/events", "pages"],
    ["/dashboard/orders/AB12-CD34/events", "events"],
    ["/ops/orders/AB12-CD34/events", "events"],
    ["/_error", "none"],
    ["/500/x", "none"],
    ["*", "pages"],
  ])("assigns %s to %s", (path, handler) => expect(findUrl(path).url.handler).toBe(handler));

  it.each([
    ["/t/x/preview.png", { token: "x", action: "preview.png" }],
    ["/t/x/previewxpng", { path: "x/previewxpng" }],
    ["/docs/errors/a.b/", { doc: "errors/a.b" }],
    [
      "/map/v/scene/light/1/2/3.webp",
      { version: "v", kind: "scene", theme: "light", level: "1", column: "2", row: "3" },
    ],
  ])("extracts the parameters of %s", (path, params) => expect(findUrl(path).params).toEqual(params));
});

/** Returns paths before which proxy.ts runs although the table does not require it, or the reverse. */
const findProxyErrors = (urls: Urls, matcher: typeof config): string[] =>
  urls
    .filter(({ handler }) => handler === "pages" || handler === "api")
    .filter((url) => {
      const isRequired = url.handler === "api" || url.policy === "nonce";
      return unstable_doesMiddlewareMatch({ config: matcher, url: getSample(url) }) !== isRequired;
    })
    .map(getSample);

/** Returns the served paths with the policy of other pages, which no pattern names. */
function findOtherPages(served: readonly string[], urls: Urls): string[] {
  const find = buildUrlFinder(urls);
  return served.filter((path) => find(path).url.policy === "site");
}

/** Returns the patterns that no file serves. */
function findUnserved(served: readonly string[], urls: Urls): string[] {
  const find = buildUrlFinder(urls);
  const found = new Set(served.map((path) => find(path).url.pattern));
  return urls.map(({ pattern }) => pattern).filter((pattern) => !found.has(pattern));
}

/** Returns redirects from a path that has a page, and to a path that has none. */
function findWrongRedirects(
  served: readonly string[],
  urls: Urls,
  moved: Readonly<Record<string, string>>,
): string[] {
  const find = buildUrlFinder(urls);
  const isServed = (path: string) => served.includes(path) || find(path).url.handler !== "pages";
  return Object.entries(moved)
    .filter(([from, to]) => served.includes(from) || !isServed(to))
    .map(([from, to]) => `${from} to ${to}`);
}

/** Returns streams without a file or without a way to poll, and other files named like streams. */
function findStreamErrors(served: readonly string[], urls: Urls): string[] {
  const find = buildUrlFinder(urls);
  const isStream = (path: string) => find(path).url.handler === "events";
  const streams = served.filter(isStream);
  const isNamed = (path: string) => path.endsWith("/events") && find(path).url.handler !== "api";
  return [
    ...findUnserved(
      served,
      urls.filter(({ handler }) => handler === "events"),
    ).map((pattern) => `${pattern} has no file`),
    ...streams
      .filter((path) => !served.includes(path.replace(/events$/, "state")))
      .map((path) => `${path} cannot be polled`),
    ...served.filter((path) => isNamed(path) && !isStream(path)).map((path) => `${path} is no stream`),
  ];
}

describe("the Next.js files", () => {
  it("include a proxy.ts that runs exactly before the paths for which the table requires it", () => {
    expect(findProxyErrors(URLS, config)).toEqual([]);
    const planted = [
      { pattern: "/v1/:path*", ...api },
      { pattern: "/docs/:doc*", ...page },
      { pattern: "/logos/:name", ...page, policy: "own" },
      { pattern: "/t/:token/events", ...stream },
    ] as const;
    expect(findProxyErrors(planted, { matcher: ["/v1/:path*", "/logos/:name"] })).toEqual([
      "/docs/x/y/z",
      "/logos/x",
    ]);
  });

  it("match the paths of the table, and only these have the policy of other pages", () => {
    expect(findOtherPages(SERVED, URLS).toSorted()).toEqual([
      "/api/auth/x",
      "/changelog.xml",
      "/clients/x",
      "/llms.txt",
      "/markdown/x",
      "/openapi.json",
    ]);
    expect(findOtherPages(["/docs/x", "/planted"], [{ pattern: "/docs/:doc*", ...page }])).toEqual([
      "/planted",
    ]);
  });

  it("exist for every row, except dead links and paths that server.ts serves directly", () => {
    expect(findUnserved(SERVED, URLS)).toEqual([
      "/:probe(healthz|livez|readyz|metrics)",
      "/map/style/:theme/:locale",
      "/map/:version/:z/:x/:y",
      "/map/:version/:kind(picture|scene)/:theme/:level/:column/:row.webp",
      "/t/:path*",
      "/:page(_global-error|_error|500)/:path*",
    ]);
    const planted = [
      { pattern: "/docs/:doc*", ...page },
      { pattern: "/planted", ...page },
    ];
    expect(findUnserved(["/docs/x"], planted)).toEqual(["/planted"]);
  });

  it("redirect only paths without a page, to paths with one", () => {
    expect(findWrongRedirects(SERVED, URLS, MOVED_URLS)).toEqual([]);
    const moved = { "/old": "/new", "/new": "/readyz", "/older": "/gone", "/oldest": "/readyz" };
    const planted = [{ pattern: "/readyz", ...page, handler: "health" }] as const;
    expect(findWrongRedirects(["/new"], planted, moved)).toEqual(["/new to /readyz", "/older to /gone"]);
  });

  it("serve each stream as events and by polling", () => {
    // The events of the dashboard are a page.
    expect(findStreamErrors(SERVED, URLS)).toEqual(["/dashboard/events is no stream"]);
    const planted = [
      { pattern: "/v1/:path*", ...api },
      { pattern: "/courier/events", ...stream },
      { pattern: "/ops/events", ...stream },
      { pattern: "/t/:token/events", ...stream },
    ];
    const served = ["/v1/events", "/courier/events", "/ops/events", "/ops/state", "/dashboard/events"];
    expect(findStreamErrors(served, planted)).toEqual([
      "/t/:token/events has no file",
      "/courier/events cannot be polled",
      "/dashboard/events is no stream",
    ]);
  });

  it("have the paths of their folders", () => {
    expect(
      ["app/page.tsx", "app/(site)/docs/[...doc]/page.tsx", "app/x/[[...path]]/route.ts"].map(buildPath),
    ).toEqual(["/", "/docs/x", "/x"]);
  });
});
