/** Handler of a URL; `none` rejects names of Next's internal pages, which would respond with 500. */
export type Handler = "api" | "mcp" | "gps" | "health" | "map" | "events" | "pages" | "none";

export interface Url {
  /** In Next's syntax: `:name` is a segment, `:name*` the rest, `:name(a|b)` restricts a segment. */
  readonly pattern: string;
  readonly handler: Handler;
  readonly audience:
    | "client"
    | "monitor"
    | "public"
    | "visitor"
    | "recipient"
    | "courier"
    | "staff"
    | "operator";
  /** Content-Security-Policy: allow nothing, with a nonce (proxy.ts), the site's default, or set by the route. */
  readonly policy: "nothing" | "nonce" | "site" | "own";
  readonly link?: "tracking" | "invitation" | "password_reset";
  readonly isFramed?: boolean;
  /** Whether the body may be larger than a form; the route limits it. */
  readonly isUpload?: boolean;
  /** Whether the page shows prices, so that it reads the database for every visitor. */
  readonly showsTariff?: boolean;
  /** How long a visitor without a session may be shown the page from memory (app/serve-kept-page.ts). */
  readonly keptMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export const IDENTITY_PREVIEW = "/dashboard/settings/shop/preview";
export const MAP_TILE = "/map/:version/:z/:x/:y";
export const MAP_STYLE = "/map/style/:theme/:locale";
export const MAP_IMAGE = "/map/:version/:kind(picture|scene)/:theme/:level/:column/:row.webp";

const client = { audience: "client", policy: "nothing" } as const;
const map = { handler: "map", audience: "public", policy: "nothing" } as const;
const stream = { handler: "events", policy: "nothing" } as const;
const page = { handler: "pages", policy: "nonce" } as const;
const MINUTE_MS = 60_000;
const LINK_HEADERS = { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" };
/** Without an origin, Next would refuse the page's form as one of another site. */
const entry = {
  audience: "visitor",
  headers: { ...LINK_HEADERS, "Referrer-Policy": "strict-origin" },
  ...page,
} as const;

const OTHER_PAGE = { pattern: "/:path*", handler: "pages", audience: "public", policy: "site" } as const;

/** Every URL pattern. The first that matches counts. */
export const URLS = [
  { pattern: "/v1/:path*", handler: "api", ...client },
  { pattern: "/mcp", handler: "mcp", ...client },
  { pattern: "/gps", handler: "gps", ...client },
  {
    pattern: "/:probe(healthz|livez|readyz|metrics)",
    handler: "health",
    audience: "monitor",
    policy: "nothing",
  },
  { pattern: MAP_STYLE, ...map },
  { pattern: MAP_TILE, ...map },
  { pattern: MAP_IMAGE, ...map },
  { pattern: "/map/:path+", ...map },
  { pattern: "/t/:token/events", audience: "recipient", link: "tracking", ...stream },
  { pattern: "/courier/events", audience: "courier", ...stream },
  { pattern: "/dashboard/map/events", audience: "staff", ...stream },
  { pattern: "/dashboard/open/events", audience: "staff", ...stream },
  { pattern: "/dashboard/orders/events", audience: "staff", ...stream },
  { pattern: "/dashboard/orders/:code/events", audience: "staff", ...stream },
  { pattern: "/ops/events", audience: "operator", ...stream },
  { pattern: "/ops/orders/:code/events", audience: "operator", ...stream },
  { pattern: "/t/:token", audience: "recipient", link: "tracking", keptMs: MINUTE_MS, ...page },
  {
    pattern:
      "/t/:token/:action(state|preview.png|note|reply|feedback|push|request|opt-out|windows|window|calendar.ics)",
    audience: "recipient",
    link: "tracking",
    ...page,
  },
  { pattern: "/t/:path*", audience: "recipient", link: "tracking", headers: LINK_HEADERS, ...page },
  { pattern: "/join/:path*", link: "invitation", ...entry },
  { pattern: "/reset/:path*", link: "password_reset", ...entry },
  { pattern: "/sign-in", audience: "visitor", keptMs: 10 * MINUTE_MS, ...page },
  { pattern: "/sign-in/passkey", audience: "visitor", ...page },
  { pattern: "/sign-up", audience: "visitor", keptMs: 10 * MINUTE_MS, ...page },
  { pattern: "/forgot", audience: "visitor", keptMs: 10 * MINUTE_MS, ...page },
  { pattern: "/courier/proofs", handler: "pages", audience: "courier", policy: "own", isUpload: true },
  {
    pattern: "/courier/:path*",
    audience: "courier",
    // The pages contain postal addresses and, briefly, the secret of the courier's link.
    headers: {
      "Permissions-Policy": "geolocation=(self), camera=(), microphone=()",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex, nofollow",
    },
    ...page,
  },
  { pattern: "/dashboard/import/orders", handler: "pages", audience: "staff", policy: "own", isUpload: true },
  { pattern: IDENTITY_PREVIEW, audience: "staff", isFramed: true, ...page },
  { pattern: "/dashboard/:path*", audience: "staff", ...page },
  { pattern: "/ops/:path*", audience: "operator", ...page },
  // The landing page shows times.
  { pattern: "/", audience: "public", showsTariff: true, keptMs: MINUTE_MS, ...page },
  { pattern: "/changelog", audience: "public", keptMs: 10 * MINUTE_MS, ...page },
  { pattern: "/pricing", audience: "public", showsTariff: true, keptMs: 10 * MINUTE_MS, ...page },
  { pattern: "/docs/:tool(search|search.json|try)", audience: "public", ...page },
  { pattern: "/docs/:doc*", audience: "public", keptMs: 10 * MINUTE_MS, ...page },
  {
    pattern: "/files/:token",
    handler: "pages",
    audience: "public",
    policy: "own",
    // Anyone with a photo's URL may show it, such as a shop in its own back office.
    headers: { "Cross-Origin-Resource-Policy": "cross-origin", "Referrer-Policy": "no-referrer" },
  },
  { pattern: "/logos/:name", handler: "pages", audience: "public", policy: "own" },
  {
    pattern: "/:page(_global-error|_error|500)/:path*",
    handler: "none",
    audience: "public",
    policy: "nothing",
  },
  OTHER_PAGE,
] as const satisfies readonly Url[];

/** Paths of removed pages and where they redirect. */
export const MOVED_URLS: Readonly<Record<string, string>> = {
  "/dashboard/rehearsal": "/dashboard/sandbox",
  "/postman.json": "/openapi.json",
  "/status": "/",
  "/status.json": "/readyz",
};

export type StreamPattern = Extract<(typeof URLS)[number], { handler: "events" }>["pattern"];

function toRegExp({ pattern, handler }: Url): RegExp {
  const source = pattern
    .replaceAll(".", "\\.")
    .replace(/:(\w+)(\([^)]+\))?(?![*+\w])/g, (_, name, values = "[^/]+") => `(?<${name}>${values})`)
    .replace(/\/:(\w+)\*/g, "(?:/(?<$1>.*?))?")
    .replace(/:(\w+)\+/g, "(?<$1>.*)");
  return new RegExp(`^${source}${handler === "pages" || handler === "events" ? "/?" : ""}$`);
}

export type UrlParams = Readonly<Partial<Record<string, string>>>;

export interface FoundUrl {
  readonly url: Url;
  readonly params: UrlParams;
}

/** Returns a function that finds the first of these patterns that a path matches. */
export function buildUrlFinder(urls: readonly Url[]): (path: string) => FoundUrl {
  const compiled = urls.map((url) => ({ url, regExp: toRegExp(url) }));
  return (path) => {
    for (const { url, regExp } of compiled) {
      const match = regExp.exec(path);
      if (match !== null) return { url, params: match.groups ?? {} };
    }
    return { url: OTHER_PAGE, params: {} };
  };
}

export const findUrl = buildUrlFinder(URLS);

export const toApiPath = (prefix: string, path: string): string => `/v1/${prefix}${path}`;

/** Replaces the parameters in braces, percent-encoded. */
export const fillApiPath = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ""));

/** Whether it belongs to the dashboard or to the operators' pages, which exist in both modes. */
export const isConsole = ({ audience }: Url): boolean => audience === "staff" || audience === "operator";

export const buildUrl = (pattern: string, params: Readonly<Record<string, string | number>>): string =>
  pattern.replace(/:(\w+)(\([^)]+\))?/g, (_, name) => String(params[name]));
