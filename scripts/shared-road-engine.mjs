import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startRoadEngine } from "../packages/city/roads/road-engine-process.mjs";
import { identify, isAlive, lock } from "../packages/embedded-postgres/lock.mjs";
import { probePort } from "../packages/embedded-postgres/port.mjs";

const LOOK_EVERY_MS = 1_000;
const PORT_TRIES = 20;
const PORT_PAUSE_MS = 100;

/**
 * Finds the road engine that another process of this host has started for the data folder, or starts one. When that
 * process is gone, another one starts an engine, at the same URL unless the port is taken.
 * @param {{ dataDir: string, say: (line: string) => void }} options
 * @returns {Promise<{ url: () => string, pid: () => number | undefined, stop: () => Promise<void> } | null>} null, after logging one line, if the binary does not run here; the pid is undefined for another process's engine
 */
export async function shareRoadEngine({ dataDir, say }) {
  mkdirSync(dataDir, { recursive: true });
  // Several hosts may share the folder.
  const file = join(dataDir, `road-engine.${hostname()}`);
  /** @type {Awaited<ReturnType<typeof startRoadEngine>>} */
  let own = null;
  let url = "";
  let isBusy = false;

  /** @returns {Promise<boolean>} whether there is an engine */
  async function findOrStart() {
    // A process that starts an engine may take minutes on a busy machine; one that was killed holds no lock.
    const unlock = await lock(`${file}.lock`, { withinMs: Number.POSITIVE_INFINITY });
    try {
      const known = readNote(file);
      url = known.url;
      if (isAlive(known.owner)) return true;
      const port = Number(/\d+$/.exec(known.url)?.[0] ?? 0);
      own = await startRoadEngine({ dataDir, say, port: await freePort(port) });
      if (own === null) return false;
      url = own.url;
      writeFileSync(file, JSON.stringify({ url, owner: identify(process.pid) }));
      return true;
    } finally {
      unlock();
    }
  }

  if (!(await findOrStart())) return null;
  const watch = setInterval(async () => {
    if (own !== null || isBusy || isAlive(readNote(file).owner)) return;
    isBusy = true;
    await findOrStart().catch((error) => say(`The road engine was not replaced: ${error.message}`));
    isBusy = false;
  }, LOOK_EVERY_MS);
  return {
    url: () => url,
    pid: () => own?.pid(),
    async stop() {
      clearInterval(watch);
      if (own === null) return;
      await own.stop();
      writeFileSync(file, JSON.stringify({ url, owner: "" }));
    },
  };
}

/**
 * Waits until the engine of an ended process releases the port and returns it; 0 if another program listens there.
 * @param {number} port
 */
async function freePort(port) {
  for (let tries = 1; tries <= PORT_TRIES; tries += 1) {
    const found = await probePort(port).catch(() => null);
    if (found !== null) return found;
    await sleep(PORT_PAUSE_MS);
  }
  return 0;
}

/** @param {string} file @returns {{ url: string, owner: string }} */
function readNote(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // The file does not exist yet, or is incomplete because the disk was full.
    return { url: "", owner: "" };
  }
}
