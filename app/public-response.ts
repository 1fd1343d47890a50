/** Browsers and proxies may cache the response for five minutes. */
export const publicResponse = (
  body: BodyInit,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(body, {
    headers: { "Content-Type": contentType, "Cache-Control": "public, max-age=300", ...headers },
  });
