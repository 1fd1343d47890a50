/**
 * Whether a request's origin is the host that it was sent to.
 *
 * @param origin the Origin header; without one, nobody knows
 * @param forwarded the X-Forwarded-Host header, which a proxy sets to the host that the browser named
 */
export function isOwnOrigin(
  origin: string | null | undefined,
  {
    forwarded,
    host,
  }: { readonly forwarded: string | null | undefined; readonly host: string | null | undefined },
): boolean {
  if (origin == null) return false;
  const sender = URL.canParse(origin) ? new URL(origin).host : origin;
  return sender === (forwarded?.split(",", 1)[0]?.trim() || host);
}
