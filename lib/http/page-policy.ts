import { config } from "@/lib/config";

/** Content-Security-Policy of a page: other hosts for the map alone, scripts by nonce. */
export function pagePolicy(nonce: string, isFramed: boolean): string {
  const { mapHosts, isProduction } = config();
  const hosts = mapHosts.join(" ");
  return [
    "default-src 'none'",
    // Next's development server evaluates the modules it sends.
    `script-src 'nonce-${nonce}' 'strict-dynamic'${isProduction ? "" : " 'unsafe-eval'"}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${hosts}`,
    `connect-src 'self' ${hosts}`,
    `font-src 'self' ${hosts}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'self'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
  ]
    .map((directive) => directive.trim())
    .join("; ");
}
