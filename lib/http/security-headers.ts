export const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "geolocation=(), camera=(), microphone=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** Makes browsers use only TLS for two years, subdomains included. */
const STRICT_TRANSPORT = { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" };

/** Omits Strict-Transport-Security on plain HTTP. */
export function securityHeaders(publicUrl: string): [name: string, value: string][] {
  const isSecure = publicUrl.startsWith("https://");
  return Object.entries({ ...SECURITY_HEADERS, ...(isSecure ? STRICT_TRANSPORT : {}) });
}

export const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'";
