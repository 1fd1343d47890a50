// npm run record-scenarios: runs every scenario of the sandbox on a dedicated service and writes the results to a file.
import { writeFileSync } from "node:fs";
import { openDatabase } from "@/lib/db/client";
import { buildSandboxGuide, SANDBOX_GUIDE } from "@/scripts/sandbox-guide";
import { cloneDatabase, makeTemplate, startCluster, TEMPLATE } from "@/testing/cluster";
import { runScenarios } from "@/testing/run-scenarios";
import { startServer } from "@/testing/server";
import { AUTH } from "@/testing/sign-in";

const cluster = await startCluster();
await makeTemplate(cluster.url);
const { url: databaseUrl } = await cloneDatabase(cluster.url, TEMPLATE);
const env = { ...AUTH, LOG_LEVEL: "warn", WEBHOOK_ALLOW_HTTP: "1", WEBHOOK_ALLOW_PRIVATE: "1" };
const server = await startServer({ databaseUrl, env });
const worker = await startServer({ databaseUrl, env: { ...env, ROLE: "worker" } });
const db = openDatabase(databaseUrl, 8);
try {
  const scenarios = await runScenarios({ db, baseUrl: server.baseUrl });
  writeFileSync("lib/docs/scenarios.json", `${JSON.stringify(scenarios, null, 2)}\n`);
  writeFileSync(SANDBOX_GUIDE, buildSandboxGuide(scenarios));
} finally {
  await db.close();
  await Promise.all([server.kill("SIGTERM"), worker.kill("SIGTERM")]);
  await cluster.stop();
}
