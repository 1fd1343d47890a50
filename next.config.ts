import type { NextConfig } from "next";

const nextConfig: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The API answers /v1/…/ itself; a redirect would not be in its envelope.
  skipTrailingSlashRedirect: true,
  // Types are checked by npm test; npm start should not pay for it again.
  typescript: { ignoreBuildErrors: true },
  // With proxy.ts in front, Next cuts longer bodies off; this is well above the API's own limit of 256 KiB, so what
  // is cut is still too large for it and gets its 413.
  experimental: { proxyClientMaxBodySize: "1mb" },
  serverExternalPackages: [
    "pino",
    "pg",
    "@prisma/adapter-pg",
    "@prisma/client",
    "@node-rs/argon2",
    "prom-client",
  ],
};

export default nextConfig;
