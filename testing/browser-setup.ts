import { prepareTestCity, WITH_CITY } from "@/testing/city";
import { cloneDatabase, makeTemplate, startCluster, TEMPLATE, withDatabase } from "@/testing/cluster";
import { startServer } from "@/testing/server";
import { AUTH } from "@/testing/sign-in";

// These settings enable every part of the pages to sign in and of the team; no mail or provider is reached.
const MAIL_AND_PROVIDER = {
  SMTP_URL: "smtp://127.0.0.1:9",
  AUTH_OIDC_ISSUER: "http://127.0.0.1:9",
  AUTH_OIDC_ID: "dropline",
  AUTH_OIDC_SECRET: "a secret",
  AUTH_OIDC_NAME: "Shop ID",
} as const;

/**
 * Starts one PostgreSQL for all browser journeys, with its URL in CLUSTER_URL, and one service for journeys that
 * can share it, with its URL in BASE_URL and its database's in BASE_DATABASE_URL. All of them use the bundled
 * city.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  await makeTemplate(cluster.url);
  prepareTestCity(withDatabase(cluster.url, TEMPLATE));
  const database = await cloneDatabase(cluster.url, TEMPLATE);
  const server = await startServer({
    databaseUrl: database.url,
    pages: true,
    env: {
      ...AUTH,
      ...MAIL_AND_PROVIDER,
      ...WITH_CITY,
      LOG_LEVEL: "warn",
      DISPATCHER_PHONE: "+78125550199",
      // As in production: these tests open most of the pages.
      PRELOAD_PAGES: "1",
    },
  });
  // Connections to the database are opened before the browsers take every core.
  await Promise.all(Array.from({ length: 4 }, () => fetch(`${server.baseUrl}/readyz`)));
  process.env.CLUSTER_URL = cluster.url;
  process.env.BASE_URL = server.baseUrl;
  process.env.BASE_DATABASE_URL = database.url;
  return async () => {
    await server.kill("SIGTERM");
    await cluster.stop();
  };
}
