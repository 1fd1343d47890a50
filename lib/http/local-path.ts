const HERE = "http://here.invalid";

export function localPath(text: string | null | undefined): string | null {
  if (!text?.startsWith("/") || !URL.canParse(text, HERE)) return null;
  const { origin, pathname, search } = new URL(text, HERE);
  return origin === HERE && !pathname.startsWith("//") ? pathname + search : null;
}
