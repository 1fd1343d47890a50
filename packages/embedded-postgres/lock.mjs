// Needs only Node itself: it runs before any package is installed.
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 100;
// A lock is written right after it is created; if it stays empty this long, its creator is gone.
const WRITTEN_WITHIN_MS = 5_000;

/** @param {unknown} error @param {string} code */
const isCode = (error, code) => /** @type {NodeJS.ErrnoException} */ (error).code === code;

/**
 * Identifies a process by its number and, where available, its start time: numbers are reused.
 * @param {number} pid @returns {string | null} null when there is no such process
 */
export function identify(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (isCode(error, "ESRCH")) return null;
  }
  try {
    // Field 3 is the state, field 22 the start; the name before them may hold spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return fields[0] === "Z" ? null : `${pid} ${fields[19]}`;
  } catch {
    // Without /proc only the number is known; with it, this process has ended in the meantime.
    return process.platform === "linux" ? null : String(pid);
  }
}

/** @param {string} identity a result of `identify` */
export function isAlive(identity) {
  return identity !== "" && identify(Number.parseInt(identity, 10)) === identity;
}

/**
 * Holds a file that names this process until the returned function is called. Ignores a file whose process is gone.
 * @param {string} file @param {{ withinMs: number, onWait?: () => void }} options @returns {Promise<() => void>}
 */
export async function lock(file, { withinMs, onWait }) {
  const until = Date.now() + withinMs;
  let isWaiting = false;
  while (!make(file)) {
    if (isAbandoned(file) && clear(file)) continue;
    if (Date.now() > until) throw new Error(`Another process holds ${file}; if none is running, delete it.`);
    if (!isWaiting) onWait?.();
    isWaiting = true;
    await sleep(POLL_MS);
  }
  return () => rmSync(file, { force: true });
}

/** @param {string} file */
function make(file) {
  try {
    writeFileSync(file, identify(process.pid) ?? String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** @param {string} file */
function isAbandoned(file) {
  try {
    const holder = readFileSync(file, "utf8");
    return holder === "" ? Date.now() - statSync(file).mtimeMs > WRITTEN_WITHIN_MS : !isAlive(holder);
  } catch (error) {
    if (isCode(error, "ENOENT")) return false;
    throw error;
  }
}

/**
 * Removes an abandoned lock. When two processes find it abandoned, the slower must not remove the lock that the faster
 * has created since, so only one at a time may check again and remove it.
 * @param {string} file @returns {boolean} false when another process is already doing so
 */
function clear(file) {
  const guard = `${file}.clear`;
  if (!make(guard)) {
    if (isAbandoned(guard)) rmSync(guard, { force: true });
    return false;
  }
  try {
    if (isAbandoned(file)) rmSync(file, { force: true });
    return true;
  } finally {
    rmSync(guard, { force: true });
  }
}
