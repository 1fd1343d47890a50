export function readFetchSite(request: Request, publicUrl: string): "own" | "foreign" | "unknown" {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" ? "own" : "foreign";
  const origin = request.headers.get("origin");
  if (origin === null) return "unknown";
  const host = URL.canParse(origin) ? new URL(origin).host : null;
  return host === request.headers.get("host") || host === new URL(publicUrl).host ? "own" : "foreign";
}
