/** What every answer says of itself to browsers, whatever it is of; some say something stricter in its place. */
export const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "geolocation=(), camera=(), microphone=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** Has browsers come by TLS alone from then on: for two years, and to the hosts below as well. */
const STRICT_TRANSPORT = { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" };

/**
 * The same with what depends on where the service stands: over plain HTTP nobody may be told to come by TLS.
 *
 * @param publicUrl base address of the public pages
 */
export function securityHeaders(publicUrl: string): [name: string, value: string][] {
  const isSecure = publicUrl.startsWith("https://");
  return Object.entries({ ...SECURITY_HEADERS, ...(isSecure ? STRICT_TRANSPORT : {}) });
}

/** The Content-Security-Policy of what is no page and needs nothing from anywhere. */
export const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'";
