// npm start: sets everything up and runs the service until Ctrl-C.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { checkPort } from "../packages/embedded-postgres/port.mjs";
import { waitUntilReady } from "../packages/embedded-postgres/wait.mjs";
import { authSecret } from "./auth-secret.mjs";
import { buildPages, buildTools } from "./build.mjs";
import { checkSettings, dataDir, openDatabase, prepareDatabase } from "./database.mjs";
import { checkNode, install, root, say, step } from "./install.mjs";
import { prepareCity } from "./prepare-city.mjs";
import { shareRoadEngine } from "./shared-road-engine.mjs";

checkNode();
const port = Number(process.env.PORT || 3000);
const host = process.env.HOST || "0.0.0.0";
const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
const hasPages = process.env.ROLE !== "api" && process.env.ROLE !== "worker";

const WATCH_EVERY_MS = 1_000;
const PARENT = process.ppid;
const STOP_WITHIN_MS = 25_000;
const FIRST_RESTART_AFTER_MS = 1_000;
const LAST_RESTART_AFTER_MS = 30_000;
// A server that dies after running this long was started correctly.
const STEADY_AFTER_MS = 60_000;

/** @type {import("../packages/embedded-postgres/postgres.ts").EmbeddedPostgres | null} */
let embedded = null;
/** @type {import("node:child_process").ChildProcess | null} */
let server = null;
/** @type {Awaited<ReturnType<typeof shareRoadEngine>>} */
let roads = null;
let databaseUrl = "";
/** @type {import("./prepare-database.ts").StartSettings} */
let settings = { hasDemo: false, addressLines: [], warnings: [], serverDefaults: {} };
let isStopping = false;
// Before the server has been ready once, a failure is reported instead of retried, since it would only recur.
let isServing = false;
let isRestarting = false;
let arePagesBuilt = false;
let restartAfterMs = FIRST_RESTART_AFTER_MS;

// A starting database can only be stopped once it is running.
/** @type {Promise<unknown>} */
let opening = Promise.resolve();

/** What the server lacks apart from its pages; null once it is ready. */
async function findProblem() {
  const local = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const address = local.includes(":") ? `[${local}]` : local;
  try {
    const answer = await fetch(`http://${address}:${port}/readyz`, { signal: AbortSignal.timeout(2_000) });
    const text = (await answer.text()).trim();
    return answer.ok || text === "not ready: pages" ? null : text;
  } catch {
    return "it does not respond";
  }
}

function runServer() {
  isRestarting = false;
  const startedAt = Date.now();
  // The IPC channel closes however this process ends, which stops the server. In its own session, a Ctrl-C in the
  // terminal does not reach it directly.
  const child = spawn(process.execPath, ["--enable-source-maps", join(root, "dist/server.mjs")], {
    cwd: root,
    env: {
      ...settings.serverDefaults,
      ...process.env,
      ...(roads === null ? {} : { OSRM_URL: roads.url() }),
      ...(arePagesBuilt ? {} : { PAGES_PENDING: "1" }),
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      PUBLIC_URL: publicUrl,
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: true,
  });
  server = child;
  child.once("exit", async (code, signal) => {
    server = null;
    if (isStopping || !(isServing || isRestarting)) return;
    if (Date.now() - startedAt > STEADY_AFTER_MS) restartAfterMs = FIRST_RESTART_AFTER_MS;
    const seconds = restartAfterMs / 1000;
    say(`The server exited (${signal ?? `code ${code}`}); restarting in ${seconds} s.`);
    await sleep(restartAfterMs);
    restartAfterMs = Math.min(restartAfterMs * 2, LAST_RESTART_AFTER_MS);
    if (!isStopping) runServer();
  });
}

/** Passes a new URL of the database or the road engine to the server. */
function restartServer() {
  if (server === null) return;
  isRestarting = true;
  server.kill("SIGTERM");
}

async function startServer() {
  runServer();
  const isRunning = () => (server !== null || isRestarting) && !isStopping;
  const isReady = await waitUntilReady({ name: "The server", findProblem, isRunning, say });
  if (isStopping) return;
  if (!isReady) throw new Error("The server did not start.");
  isServing = true;
}

/** npm passes a SIGTERM to the shell in between, which exits without forwarding it. */
const isLeftByNpm = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== PARENT;

/** @param {number} code of this process */
async function stop(code) {
  if (isStopping) {
    // A second signal does not wait for open requests.
    server?.kill("SIGKILL");
    return;
  }
  isStopping = true;
  if (server !== null) {
    const ended = new Promise((settle) => server?.once("exit", settle));
    server.kill("SIGTERM");
    const isEnded = await Promise.race([ended.then(() => true), sleep(STOP_WITHIN_MS, false)]);
    if (!isEnded) server?.kill("SIGKILL");
  }
  await roads?.stop();
  await opening.catch(() => {});
  await embedded?.stop();
  process.exit(code);
}

function takeDatabase() {
  opening = openDatabase().then((database) => {
    ({ databaseUrl, embedded } = database);
  });
  return opening;
}

/**
 * Starts the database and the road engine, and prepares city and demo.
 * @returns {Promise<import("./prepare-database.ts").PreparedDatabase | null>} null if the start was stopped
 */
async function openService() {
  await step("Starting the database", takeDatabase);
  if (isStopping) return null;
  await prepareDatabase(databaseUrl);
  // Before the demo, whose orders are in the city.
  await prepareCity(databaseUrl);
  if (isStopping) return null;
  if (!process.env.OSRM_URL && process.env.CITY !== "none") {
    roads = await shareRoadEngine({ dataDir, say });
  }
  if (isStopping) return null;
  const osrmUrl = process.env.OSRM_URL || roads?.url() || null;
  return step("Preparing the database", () =>
    prepareDatabase(databaseUrl, { publicUrl, hasDemo: settings.hasDemo, osrmUrl }),
  );
}

async function main() {
  await checkPort(process.env.PORT || "3000", host);
  await install();
  await buildTools();
  // Settings such as SIGN_UP need it.
  process.env.AUTH_SECRET = authSecret(dataDir);
  settings = await checkSettings();
  for (const line of settings.warnings) say(line);

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      say("\nStopping …");
      stop(0).catch(fail);
    });
  }

  // The API does not wait for the pages, whose first build takes most of the time.
  await Promise.all([serveApi(), hasPages ? buildPages({ isAside: true }).then(announcePages) : null]);
}

async function serveApi() {
  const prepared = await openService();
  if (isStopping || prepared === null) return;
  // Already while the server starts, which waits for the database as long as it takes.
  const watched = watch();
  await step("Starting the server", startServer);
  if (isStopping) return;
  welcome(prepared);
  if (hasPages && !arePagesBuilt)
    say(`The API is ready after ${elapsed()}; the pages are still being built.`);
  await watched;
}

/** Restarts what the server needs until this process stops. */
async function watch() {
  let roadsUrl = roads?.url();
  while (!isStopping) {
    await sleep(WATCH_EVERY_MS);
    if (isLeftByNpm()) return stop(0);
    // The engine's URL changes if it was restarted while its port was taken.
    if (roads?.url() !== roadsUrl) restartServer();
    roadsUrl = roads?.url();
    if (embedded === null || isStopping || embedded.isRunning()) continue;
    say("The database stopped; restarting it.");
    const before = databaseUrl;
    await takeDatabase().catch((error) => say(formatMessage(error)));
    // The database keeps its port if that is free.
    if (databaseUrl !== before) restartServer();
  }
}

function announcePages() {
  arePagesBuilt = true;
  if (server?.connected) server.send("pages built");
  if (isServing && !isStopping) say(`The pages are ready after ${elapsed()}.`);
}

const elapsed = () => `${process.uptime().toFixed(0)} s`;

/** @param {import("./prepare-database.ts").PreparedDatabase} prepared */
function welcome({ demo, nextSteps }) {
  const lines = ["", ...settings.addressLines];
  if (demo !== null) {
    lines.push(
      "",
      `Demo login       ${demo.email}  ${demo.password}`,
      `Operator login   ${demo.operatorEmail}  ${demo.operatorPassword}`,
      `Demo keys        ${demo.testKey}  (test)`,
      `                 ${demo.liveKey}  (live)`,
      "",
      "Create an order:",
      "",
      demo.curl,
    );
  }
  if (hasPages && nextSteps.length > 0) lines.push("", ...nextSteps);
  if (embedded !== null && !process.env.POSTGRES_BIN)
    lines.push(
      "",
      "For trials: the embedded PostgreSQL receives no security updates. In production, set DATABASE_URL.",
    );
  console.log([...lines, "", "Press Ctrl-C to stop; your data stays.", ""].join("\n"));
}

/** @param {unknown} error */
const formatMessage = (error) => (error instanceof Error ? error.message : String(error));

/** @param {unknown} error */
function fail(error) {
  say(formatMessage(error));
  stop(1).catch(() => process.exit(1));
}

// A failure after the stop signal is a consequence of the stop.
main().catch((error) => isStopping || fail(error));
