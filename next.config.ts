import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";
import { MAX_FORM_BYTES } from "./lib/http/max-form-bytes";
import { SECURITY_HEADERS } from "./lib/http/security-headers";
import { MAX_BATCH_BYTES } from "./lib/imports/batches/batch";
import { MOVED_URLS, URLS, type Url } from "./lib/urls";

const toList = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([key, value]) => ({ key, value }));

/** For pages that need no special scripts or hosts; proxy.ts gives the others a stricter policy. */
const SITE_POLICY = {
  key: "Content-Security-Policy",
  value: "base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
};

/** Fonts are named by their content. */
const KEPT = { key: "Cache-Control", value: "public, max-age=31536000, immutable" };

const PAGES: readonly Url[] = URLS.filter(({ handler }) => handler === "pages");

/** First segments of pages with a dedicated policy. */
const GUARDED = PAGES.filter(({ policy, pattern }) => policy !== "site" && pattern !== "/")
  .map(({ pattern }) => pattern.split("/")[1])
  .join("|");

/** Reduces the first build's time by a third. Server code is not minified, so stack traces need no source maps. */
const QUICK_BUILD = {
  turbopackFileSystemCacheForBuild: false,
  turbopackSourceMaps: false,
  turbopackInputSourceMaps: false,
  turbopackMinify: { server: false },
};

/**
 * For `npm run release`: traces the files that pages load, and maps every bundle, so that the release can name the
 * packages in it.
 */
const RELEASE_BUILD: NextConfig = {
  output: "standalone",
  outputFileTracingRoot: import.meta.dirname,
  productionBrowserSourceMaps: true,
};
const isRelease = process.env.RELEASE_BUILD === "1";

const nextConfig: NextConfig = {
  ...(isRelease ? RELEASE_BUILD : {}),
  poweredByHeader: false,
  reactStrictMode: true,
  // The API handles /v1/…/ itself; a redirect would lack the API's envelope.
  skipTrailingSlashRedirect: true,
  headers: async () => [
    { source: "/((?!v1/).*)", headers: toList(SECURITY_HEADERS) },
    { source: `/((?!v1/|(?:${GUARDED})(?:/|$)).+)`, headers: [SITE_POLICY] },
    ...PAGES.flatMap(({ pattern: source, headers }) =>
      headers ? [{ source, headers: toList(headers) }] : [],
    ),
    { source: "/fonts/:file(.+\\.woff2)", headers: [KEPT] },
  ],
  redirects: async () =>
    Object.entries(MOVED_URLS).map(([source, destination]) => ({ source, destination, permanent: true })),
  rewrites: async () => ({
    beforeFiles: [
      // Browsers request this path for files and links that are not pages.
      { source: "/favicon.ico", destination: "/icon.svg" },
      // Every page of the documentation has a Markdown version.
      { source: "/docs.md", destination: "/markdown/docs" },
      { source: "/changelog.md", destination: "/markdown/changelog" },
      { source: "/docs/:page(.+)\\.md", destination: "/markdown/docs/:page" },
    ],
    afterFiles: [],
    fallback: [],
  }),
  // npm test checks the types, so npm start need not spend time on it.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // With proxy.ts in front, Next truncates longer bodies. This is far above the API's own limits, so a truncated body
    // is still too large and gets its 413.
    proxyClientMaxBodySize: 2 * MAX_BATCH_BYTES,
    // Loading all pages takes as long as the rest of a start; services in tests serve few pages.
    preloadEntriesOnStart: process.env.PRELOAD_PAGES !== "0",
    serverActions: { bodySizeLimit: MAX_FORM_BYTES },
    ...(process.env.NODE_ENV === "production" ? QUICK_BUILD : {}),
    ...(isRelease ? { turbopackSourceMaps: true, turbopackMinify: true } : {}),
  },
  serverExternalPackages: [
    "pino",
    "pg",
    "@prisma/adapter-pg",
    "@prisma/client",
    "@node-rs/argon2",
    "nodemailer",
    "prom-client",
    "shiki",
  ],
};

export default createNextIntlPlugin("./app/i18n.ts")(nextConfig);
