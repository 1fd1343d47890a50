// npm start: sets everything up and runs the service until Ctrl-C.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { checkNode, install, root, step } from "./install.mjs";

checkNode();
const port = Number(process.env.PORT || 3000);
const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;

const READY_WITHIN_MS = 60_000;
const WATCH_EVERY_MS = 1_000;
const STOP_WITHIN_MS = 25_000;
const RESTART_AFTER_MS = 1_000;

/** @param {number} wanted */
function isFree(wanted) {
  return new Promise((settle) => {
    const probe = createServer();
    probe.once("error", () => settle(false));
    probe.listen(wanted, process.env.HOST || "0.0.0.0", () => probe.close(() => settle(true)));
  });
}

async function isReady() {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) });
    return answer.ok;
  } catch {
    return false;
  }
}

async function main() {
  if (!(await isFree(port))) {
    process.stderr.write(`Port ${port} is taken. Choose another: PORT=${port + 1} npm start\n`);
    process.exit(1);
  }
  await install();
  const { buildAll } = await import("./build.mjs");
  await buildAll();
  const { openDatabase, prepareDatabase, startEmbedded } = await import("./database.mjs");
  let { databaseUrl, embedded } = await step("Starting the database", openDatabase);

  let isStopping = false;
  /** @type {{ server: import("node:child_process").ChildProcess | null }} */
  const running = { server: null };

  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    process.stderr.write("\nStopping …\n");
    const { server } = running;
    if (server !== null && server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((settle) => server.once("exit", settle));
      server.kill("SIGTERM");
      await Promise.race([ended, sleep(STOP_WITHIN_MS)]);
      server.kill("SIGKILL");
    }
    await embedded?.stop();
    process.exit(0);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  process.on("SIGHUP", stop);

  const demo = await prepareDatabase(databaseUrl, publicUrl);

  const run = () => {
    // The channel tells the server when this process is gone, however it went.
    const server = spawn(process.execPath, ["--enable-source-maps", join(root, "dist/server.mjs")], {
      cwd: root,
      env: {
        LOG_LEVEL: "warn",
        ...process.env,
        NODE_ENV: "production",
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        PUBLIC_URL: publicUrl,
      },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      detached: true,
    });
    running.server = server;
    server.once("exit", async (code, signal) => {
      if (isStopping) return;
      process.stderr.write(`The server ended (${signal ?? code}); starting it again.\n`);
      await sleep(RESTART_AFTER_MS);
      if (!isStopping) run();
    });
  };

  await step("Starting the server", async () => {
    run();
    const until = Date.now() + READY_WITHIN_MS;
    while (!(await isReady())) {
      if (Date.now() > until) throw new Error("The server did not become ready.");
      await sleep(100);
    }
  });
  welcome(demo);

  while (!isStopping) {
    await sleep(WATCH_EVERY_MS);
    if (embedded === null || isStopping || isAlive(embedded.pid)) continue;
    process.stderr.write("The database ended; starting it again.\n");
    embedded = await startEmbedded();
    // Its port is kept as long as it is free; otherwise the server has to learn the new one.
    if (embedded.databaseUrl !== databaseUrl) {
      databaseUrl = embedded.databaseUrl;
      running.server?.kill("SIGTERM");
    }
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** @param {import("./prepare-database.ts").Demo | null} demo */
function welcome(demo) {
  const lines = [
    "",
    `Dropline runs at ${publicUrl}`,
    `  API reference  ${publicUrl}/docs`,
    `  OpenAPI        ${publicUrl}/openapi.json`,
  ];
  if (demo !== null) {
    lines.push(
      "",
      `Demo log-in      ${demo.email}  ${demo.password}`,
      `Demo keys        ${demo.testKey}  (test)`,
      `                 ${demo.liveKey}  (live)`,
      "",
      "Create a delivery:",
      "",
      demo.curl.replace("{base_url}", publicUrl),
    );
  }
  console.log([...lines, "", "Ctrl-C ends it; the orders stay.", ""].join("\n"));
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
