// npm run dev: the pages and the API with hot reload, on the same database as npm start.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { checkNode, install, quietEnv, root, step } from "./install.mjs";

checkNode();
await install();
const { buildTools } = await import("./build.mjs");
await buildTools();
const { openDatabase, prepareDatabase } = await import("./database.mjs");
const { databaseUrl, embedded } = await step("Starting the database", openDatabase);
const port = process.env.PORT || "3000";
await prepareDatabase(databaseUrl, `http://localhost:${port}`);
const next = spawn(process.execPath, [join(root, "node_modules/next/dist/bin/next"), "dev", "-p", port], {
  cwd: root,
  env: { ...process.env, ...quietEnv, DATABASE_URL: databaseUrl, PORT: port },
  stdio: "inherit",
});
process.on("SIGINT", () => next.kill("SIGINT"));
process.on("SIGTERM", () => next.kill("SIGTERM"));
next.on("exit", async (code) => {
  if (embedded?.isStartedHere) await embedded.stop();
  process.exit(code ?? 0);
});
