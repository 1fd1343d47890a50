import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "@/e2e/harness/server";
import { migrate } from "@/lib/db/migrate";
import { startEmbedded } from "@/scripts/postgres";

/** One service on one database for all browser journeys; its address is in BASE_URL. */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "dropline-browser-"));
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o755);
  const postgres = await startEmbedded({ dataDir: folder, isDurable: false });
  await migrate(postgres.databaseUrl);
  const server = await startServer({ databaseUrl: postgres.databaseUrl, env: { LOG_LEVEL: "warn" } });
  process.env.BASE_URL = server.baseUrl;
  return async () => {
    await server.kill("SIGTERM");
    await postgres.remove();
  };
}
