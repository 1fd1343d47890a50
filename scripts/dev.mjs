// npm run dev: the pages and the API with hot reload, on the same database as npm start.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { authSecret } from "./auth-secret.mjs";
import { buildStaticFiles, buildTypes } from "./build.mjs";
import { checkSettings, dataDir, openDatabase, prepareDatabase } from "./database.mjs";
import { checkNode, install, quietEnv, root, step } from "./install.mjs";
import { prepareCity } from "./prepare-city.mjs";

checkNode();
await install({ dev: true });
await buildTypes();
process.env.AUTH_SECRET = authSecret(dataDir);
const { hasDemo, serverDefaults } = await checkSettings();
await buildStaticFiles();
const { databaseUrl, embedded } = await step("Starting the database", openDatabase);
const port = process.env.PORT || "3000";
await prepareDatabase(databaseUrl);
await prepareCity(databaseUrl);
const publicUrl = `http://localhost:${port}`;
await step("Preparing the database", () =>
  prepareDatabase(databaseUrl, { publicUrl, hasDemo, osrmUrl: process.env.OSRM_URL || null }),
);
// The server as npm start runs it, but Next compiles what it serves. It listens on this machine only, unless HOST says
// otherwise.
const server = spawn(process.execPath, ["--enable-source-maps", join(root, "dist/server.mjs")], {
  cwd: root,
  env: {
    HOST: "127.0.0.1",
    PUBLIC_URL: publicUrl,
    ...serverDefaults,
    ...process.env,
    ...quietEnv,
    NODE_ENV: "development",
    DATABASE_URL: databaseUrl,
    PORT: port,
  },
  stdio: "inherit",
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => server.kill(signal));
}
server.on("exit", async (code) => {
  await embedded?.stop();
  process.exit(code ?? 0);
});
