// npm run dev: the pages and the API with hot reload, on the same database as npm start.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { authSecret } from "./auth-secret.mjs";
import { buildTypes, copyMapWorker } from "./build.mjs";
import { checkSettings, dataDir, migrateOnly, openDatabase, prepareDatabase } from "./database.mjs";
import { checkNode, install, quietEnv, root, step } from "./install.mjs";
import { probePort } from "./port.mjs";
import { prepareCity } from "./prepare-city.mjs";

checkNode();
await install({ dev: true });
await buildTypes();
const { hasDemo, serverDefaults } = await checkSettings();
await copyMapWorker();
const { databaseUrl, embedded } = await step("Starting the database", openDatabase);
const port = process.env.PORT || "3000";
await migrateOnly(databaseUrl);
await prepareCity(databaseUrl);
await prepareDatabase(databaseUrl, hasDemo ? `http://localhost:${port}` : null, process.env.OSRM_URL || null);
// The development server listens on this machine only, unless HOST says otherwise.
const words = ["dev", "-p", port, "-H", process.env.HOST || "127.0.0.1"];
const env = {
  ...process.env,
  ...quietEnv,
  DATABASE_URL: databaseUrl,
  PORT: port,
  AUTH_SECRET: authSecret(dataDir),
};
const next = spawn(process.execPath, [join(root, "node_modules/next/dist/bin/next"), ...words], {
  cwd: root,
  env,
  stdio: "inherit",
});
// Jobs run in a second process, from the build just made; they are not pages to reload.
const jobs = spawn(process.execPath, ["--enable-source-maps", join(root, "dist/server.mjs")], {
  cwd: root,
  env: {
    ...serverDefaults,
    ...env,
    ROLE: "worker",
    HOST: "127.0.0.1",
    PORT: String(await probePort(0)),
    PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
  },
  stdio: ["ignore", "inherit", "inherit", "ipc"],
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => next.kill(signal));
}
next.on("exit", async (code) => {
  jobs.kill("SIGTERM");
  await embedded?.stop();
  process.exit(code ?? 0);
});
