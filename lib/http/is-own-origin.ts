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
