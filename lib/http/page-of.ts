/**
 * Whose page sent a request, according to browsers: this service's, another site's, or unknown for other clients and
 * old browsers. A Lax cookie does not tell them apart in every browser.
 *
 * @param publicUrl base address of the public pages
 */
export function pageOf(request: Request, publicUrl: string): "own" | "foreign" | "unknown" {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" ? "own" : "foreign";
  const origin = request.headers.get("origin");
  if (origin === null) return "unknown";
  const host = URL.canParse(origin) ? new URL(origin).host : null;
  return host === request.headers.get("host") || host === new URL(publicUrl).host ? "own" : "foreign";
}
