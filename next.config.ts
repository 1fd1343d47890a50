import type { NextConfig } from "next";

const nextConfig: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The API answers /v1/…/ itself; a redirect would not be in its envelope.
  skipTrailingSlashRedirect: true,
  // Types are checked by npm test; npm start should not pay for it again.
  typescript: { ignoreBuildErrors: true },
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
