// node server.mjs in a release folder: the service as the variables of docs/configuration.md describe it. Unlike
// npm start, it does not migrate the database.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { dataDir } from "./database.mjs";
import { checkNode, root } from "./install.mjs";
import { shareRoadEngine } from "./shared-road-engine.mjs";

const WATCH_EVERY_MS = 1_000;

checkNode();
Object.assign(process.env, { NODE_ENV: "production" });
process.setSourceMapsEnabled(true);
// Otherwise Next would compile next.config.ts, and a release has no compiler.
const { config } = JSON.parse(readFileSync(join(root, ".next/required-server-files.json"), "utf8"));
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);

if (!process.env.OSRM_URL && process.env.CITY !== "none") {
  const roads = await shareRoadEngine({ dataDir, say: (line) => process.stderr.write(`${line}\n`) });
  const url = roads?.url();
  if (url !== undefined) process.env.OSRM_URL = url;
  // The URL changes if this process restarts the engine and its port is taken. The supervisor restarts this process.
  setInterval(() => {
    if (roads?.url() !== url) process.kill(process.pid, "SIGTERM");
  }, WATCH_EVERY_MS).unref();
}
await import(pathToFileURL(join(root, "dist/server.mjs")).href);
