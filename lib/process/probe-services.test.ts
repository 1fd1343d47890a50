import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "@/lib/config";
import { type Database, openDatabase } from "@/lib/db/client";
import { probeServices } from "@/lib/process/probe-services";
import { createDatabase, type TestDatabase } from "@/testing/database";
import { runText } from "@/testing/run-text";

describe("the probe of external services at startup", () => {
  let database: TestDatabase;
  let db: Database;
  let server: Server;
  let port = 0;
  let closedPort = 0;

  const listen = (one: Server) =>
    new Promise<number>((resolve) => {
      one.listen(0, "127.0.0.1", () => resolve((one.address() as { port: number }).port));
    });

  beforeAll(async () => {
    database = await createDatabase();
    db = openDatabase(database.url, 1);
    server = createServer();
    port = await listen(server);
    const closed = createServer();
    closedPort = await listen(closed);
    await new Promise((resolve) => closed.close(resolve));
  });
  afterAll(async () => {
    server?.close();
    await db?.close();
    await database?.drop();
  });

  const probe = (variables: Record<string, string>) =>
    probeServices(readConfig({ DATABASE_URL: database.url, ...variables }), db);

  it("tries each service and names the address of each that does not listen", async () => {
    const at = (number: number) => ({
      SMTP_URL: `smtp://mail:secret@127.0.0.1:${number}`,
      OSRM_URL: `http://127.0.0.1:${number}`,
      GEOCODER_URL: `http://127.0.0.1:${number}/photon`,
      FILES_S3_URL: `http://127.0.0.1:${number}/proofs`,
      FILES_S3_REGION: "eu",
      FILES_S3_ACCESS_KEY_ID: "id",
      FILES_S3_SECRET_ACCESS_KEY: "secret",
      AUTH_OIDC_ISSUER: `http://127.0.0.1:${number}`,
      AUTH_OIDC_ID: "id",
      AUTH_OIDC_SECRET: "secret",
    });
    const names = ["SMTP_URL", "FILES_S3_URL", "OSRM_URL", "GEOCODER_URL", "AUTH_OIDC_ISSUER"];
    const pool = { variable: "DATABASE_POOL_SIZE", problem: null };
    expect(await probe(at(port))).toEqual([...names.map((variable) => ({ variable, problem: null })), pool]);
    const problem = `There is no connection to 127.0.0.1:${closedPort} (ECONNREFUSED).`;
    expect(await probe(at(closedPort))).toEqual([...names.map((variable) => ({ variable, problem })), pool]);
  });

  it("covers only the database by default, and reports a pool that the database cannot serve", async () => {
    expect(await probe({})).toEqual([{ variable: "DATABASE_POOL_SIZE", problem: null }]);
    const [row] = await runText(db, "SELECT current_setting('max_connections') AS text");
    const most = Number(row?.text);
    const settings = { ...readConfig({ DATABASE_URL: database.url }), databasePoolSize: most };
    const notified = await probeServices(settings, db);
    expect(notified[0]?.problem).toContain(`The server takes ${most} connections`);
  });
});
