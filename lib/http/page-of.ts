/**
 * Whose page a request comes from, by what browsers say of it: one of this service's, one of another site's, or
 * unknown, where it is no browser's or an old one's. A cookie that is Lax does not tell them apart in every browser.
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
