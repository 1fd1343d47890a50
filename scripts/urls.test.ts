import { unstable_doesMiddlewareMatch } from "next/experimental/testing/server";
import { describe, expect, it } from "vitest";
import { findUrl, MOVED_URLS, URLS, type Url } from "@/lib/urls";
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

const getSample = ({ pattern }: Url): string =>
  pattern
    .replace(/:\w+\(([\w.-]+)[^)]*\)/g, "$1")
    .replace(/:\w+[*+]/g, "x/y/z")
    .replace(/:\w+/g, "x");

const toRow = (path: string): Url => findUrl(path).url;

describe("the table of URL patterns", () => {
  it.each(URLS.map((url: Url) => [getSample(url), url] as const))(
    "matches %s by its own row",
    (sample, url) => {
      expect(toRow(sample).pattern).toBe(url.pattern);
    },
  );

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
  ])("assigns %s to %s", (path, handler) => expect(toRow(path).handler).toBe(handler));

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

describe("the Next.js files", () => {
  it.each(URLS.filter(({ handler }) => handler === "pages" || handler === "api").map(getSample))(
    "include a proxy.ts that runs before %s exactly when the table requires it",
    (url) => {
      const { handler, policy } = toRow(url);
      expect(unstable_doesMiddlewareMatch({ config, url })).toBe(handler === "api" || policy === "nonce");
    },
  );

  it("match the paths of the table, and only these have the policy of other pages", () => {
    const others = SERVED.filter((path) => toRow(path).policy === "site");
    expect(others.toSorted()).toEqual([
      "/api/auth/x",
      "/changelog.xml",
      "/clients/x",
      "/llms.txt",
      "/markdown/x",
      "/openapi.json",
    ]);
  });

  it("exist for every row, except dead links and paths that server.ts serves directly", () => {
    const served = new Set(SERVED.map((path) => toRow(path).pattern));
    const missing = URLS.filter(({ pattern }) => !served.has(pattern)).map(({ pattern }) => pattern);
    expect(missing).toEqual([
      "/:probe(healthz|livez|readyz|metrics)",
      "/map/style/:theme/:locale",
      "/map/:version/:z/:x/:y",
      "/map/:version/:kind(picture|scene)/:theme/:level/:column/:row.webp",
      "/t/:path*",
      "/:page(_global-error|_error|500)/:path*",
    ]);
  });

  it("redirect only paths without a page, to paths with one", () => {
    expect(Object.keys(MOVED_URLS).filter((path) => SERVED.includes(path))).toEqual([]);
    const isServed = (path: string) => SERVED.includes(path) || toRow(path).handler !== "pages";
    expect(Object.values(MOVED_URLS).filter((path) => !isServed(path))).toEqual([]);
  });

  it("serve each stream as events and by polling", () => {
    const streams = SERVED.filter((path) => toRow(path).handler === "events");
    expect(streams).toHaveLength(URLS.filter(({ handler }) => handler === "events").length);
    for (const path of streams) expect(SERVED).toContain(path.replace(/events$/, "state"));
    const named = SERVED.filter((path) => path.endsWith("/events") && !path.startsWith("/v1/"));
    expect(named.filter((path) => toRow(path).handler !== "events")).toEqual(["/dashboard/events"]);
  });
});
