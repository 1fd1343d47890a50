const HERE = "http://here.invalid";

/** The path within this site that a parameter names; null for anything that leads elsewhere. */
export function localPath(text: string | null | undefined): string | null {
  if (!text?.startsWith("/") || !URL.canParse(text, HERE)) return null;
  const { origin, pathname, search } = new URL(text, HERE);
  return origin === HERE && !pathname.startsWith("//") ? pathname + search : null;
}
