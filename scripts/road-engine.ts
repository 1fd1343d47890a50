// Runs in a separate process, which the parent restarts: a crash of the native engine must not take the service
// down.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { followCity } from "@/lib/city/city";
import { defaultRoadEngines } from "@/lib/config";
import { packageRoot } from "@/lib/package-root";
import { loadEngine } from "@/packages/city/roads/engine-package";
import { RoadEngine } from "@/packages/city/roads/road-engine";

/** Exit code by which the parent knows that the binary does not run here, so that it does not restart it. */
const NO_ENGINE = 78;
// Clients have shorter time limits; a request that its client has abandoned is dropped.
const TIMEOUT_MS = 10_000;
const STUCK_MS = 20_000;

function load() {
  try {
    return loadEngine();
  } catch {
    process.exit(NO_ENGINE);
  }
}

const engine = new RoadEngine({
  actor: load(),
  city: followCity(resolve(packageRoot(), process.env.DATA_DIR || ".data")),
  instances: Number(process.env.ROAD_ENGINES) || defaultRoadEngines(),
  timeoutMs: TIMEOUT_MS,
  stuckMs: STUCK_MS,
  onStuck: () => {
    process.stderr.write("The road engine hangs.\n");
    process.exit(1);
  },
  onBroken: ({ name }, error) => {
    process.stderr.write(`The roads of ${name} cannot be opened: ${error}\n`);
  },
});

const startedAt = new Date().toISOString();
const server = createServer(async (request, response) => {
  request.resume();
  const target = request.url ?? "";
  const isHealth = target === "/health";
  const { status, body } = isHealth
    ? { status: 200, body: JSON.stringify({ version: engine.version, started_at: startedAt }) }
    : await engine.answer(target, () => !response.destroyed);
  if (response.destroyed) return;
  response.writeHead(status, { "Content-Type": "application/json" }).end(body);
});
server.requestTimeout = 10_000;
server.on("error", (error) => {
  process.stderr.write(`The road engine cannot listen: ${error.message}\n`);
  process.exit(1);
});
server.listen(Number(process.env.ROAD_ENGINE_PORT || 0), process.env.ROAD_ENGINE_HOST || "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});

const stop = () => process.exit(0);
process.on("disconnect", stop);
process.on("SIGTERM", stop);
