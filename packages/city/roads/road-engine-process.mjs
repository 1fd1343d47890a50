import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const SAY_EVERY_MS = 60_000;
const FIRST_RESTART_AFTER_MS = 500;
const LAST_RESTART_AFTER_MS = 30_000;
// An engine that exits after running this long did start correctly.
const STEADY_AFTER_MS = 60_000;
// As in scripts/road-engine.ts: the binary does not run here.
const NO_ENGINE = 78;

/** Each search takes a thread of libuv's pool, whose size is fixed when the process starts. */
function threads() {
  const engines = Number(process.env.ROAD_ENGINES);
  return engines > 4 ? { UV_THREADPOOL_SIZE: String(engines) } : {};
}

/**
 * Starts the road engine and restarts it whenever it exits, on the same port.
 * @param {{ dataDir: string, say: (line: string) => void, port?: number }} options 0 for any free port
 * @returns {Promise<{ url: string, pid: () => number | undefined, stop: () => Promise<void> } | null>} null, after logging one line, if the binary does not run here
 */
export async function startRoadEngine({ dataDir, say, port: wanted = 0 }) {
  /** @type {import("node:child_process").ChildProcess | null} */
  let child = null;
  /** @type {NodeJS.Timeout | undefined} */
  let restart;
  let port = wanted;
  let hasStarted = false;
  let isStopping = false;
  let restartAfterMs = FIRST_RESTART_AFTER_MS;

  /** @returns {Promise<boolean>} whether it responds */
  function run() {
    const startedAt = Date.now();
    // The engine ends when this channel closes. Its own session shields it from Ctrl-C.
    const started = spawn(process.execPath, [join(root, "dist/road-engine.mjs")], {
      cwd: root,
      env: { ...process.env, ...threads(), DATA_DIR: dataDir, ROAD_ENGINE_PORT: String(port) },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      detached: true,
    });
    child = started;
    return new Promise((settle) => {
      // On a busy machine a start takes minutes, and an engine that is killed then would only start over.
      const late = setInterval(() => {
        const minutes = Math.round((Date.now() - startedAt) / 60_000);
        say(`The road engine is not ready after ${minutes} min. Waiting for it.`);
      }, SAY_EVERY_MS);
      started.once("message", (/** @type {{ port: number }} */ message) => {
        clearInterval(late);
        port = message.port;
        hasStarted = true;
        settle(true);
      });
      started.once("error", () => {});
      started.once("exit", (code, signal) => {
        clearInterval(late);
        child = null;
        settle(false);
        if (isStopping || code === NO_ENGINE || !hasStarted) return;
        if (Date.now() - startedAt > STEADY_AFTER_MS) restartAfterMs = FIRST_RESTART_AFTER_MS;
        say(
          `The road engine exited (${signal ?? `code ${code}`}); restarting in ${restartAfterMs / 1000} s.`,
        );
        restart = setTimeout(run, restartAfterMs);
        restartAfterMs = Math.min(restartAfterMs * 2, LAST_RESTART_AFTER_MS);
      });
    });
  }

  if (!(await run())) {
    say("The road engine does not run on this machine; distances are estimated.");
    return null;
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: () => child?.pid,
    async stop() {
      isStopping = true;
      clearTimeout(restart);
      const running = child;
      if (running === null) return;
      const ended = new Promise((settle) => running.once("exit", settle));
      running.kill("SIGKILL");
      await ended;
    },
  };
}
