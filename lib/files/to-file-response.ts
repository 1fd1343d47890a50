import type { StoredFile } from "@/lib/files/stored-file";

const HEADERS = {
  "Content-Disposition": "inline",
  "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
} as const;

export function toFileResponse(file: StoredFile | null, cacheControl: string, missing: string): Response {
  if (file === null) {
    const headers = { ...HEADERS, "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
    return new Response(`${missing}\n`, { status: 404, headers });
  }
  const headers = { ...HEADERS, "Content-Type": file.contentType, "Cache-Control": cacheControl };
  return new Response(file.bytes, { headers });
}
