// Needs only Node itself: it runs before any package is installed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import "./env-file.mjs";
import { lock } from "../packages/embedded-postgres/lock.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

// Long enough for an installation followed by a build on a slow machine.
const LOCK_WITHIN_MS = 30 * 60_000;

/**
 * Whether `engines` of package.json allows a version. Its parts have the forms `^20.19` and `>=24`.
 * @param {string} version @param {string} range
 */
export function isSupportedNode(version, range) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return range.split(" || ").some((part) => {
    const [, sign, fromMajor, fromMinor = "0"] = /^(\^|>=)(\d+)(?:\.(\d+))?$/.exec(part) ?? [];
    if (sign === undefined) throw new Error(`engines.node has an unknown part: ${part}`);
    if (major === Number(fromMajor)) return minor >= Number(fromMinor);
    return sign === ">=" && major > Number(fromMajor);
  });
}

export function checkNode() {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  if (isSupportedNode(process.versions.node, engines.node)) return;
  console.error(
    `Dropline does not run on Node ${process.versions.node}. Install Node 24; supported are ${engines.node}.`,
  );
  process.exit(1);
}

// The step whose line is printed without its duration so far.
/** @type {string | null} */
let openLine = null;

/**
 * Writes a line to standard error, also while a step runs.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${openLine === null ? "" : "\n"}${line}\n`);
  openLine = null;
}

/**
 * Runs a step and reports how long it took, on standard error. Steps may run concurrently: a step that another has
 * interrupted ends with a separate line.
 * @template T @param {string} title @param {() => T | Promise<T>} work @returns {Promise<T>}
 */
export async function step(title, work) {
  const startedAt = performance.now();
  process.stderr.write(`${openLine === null ? "" : "\n"}· ${title} … `);
  openLine = title;
  const end = (/** @type {string} */ outcome) => {
    const isOpen = openLine === title;
    process.stderr.write(
      isOpen ? `${outcome}\n` : `${openLine === null ? "" : "\n"}· ${title}: ${outcome}\n`,
    );
    openLine = null;
  };
  try {
    const result = await work();
    end(`${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    return result;
  } catch (error) {
    end("failed");
    throw error;
  }
}

/**
 * Runs a command to its end; shows its output only if it fails. It ends with this process.
 * @param {string} command @param {string[]} words @param {Record<string, string | undefined>} [env]
 * @param {boolean} [isAside] with a low priority
 * @returns {Promise<void>}
 */
export async function run(command, words, env = {}, isAside = false) {
  const child = spawn(command, words, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (isAside && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const kill = () => child.kill();
  process.once("exit", kill);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const ended = new Promise((settle) => {
    child.once("error", (error) => settle(error));
    child.once("close", (code) => settle(code));
  });
  const outcome = await ended;
  process.off("exit", kill);
  if (outcome === 0) return;
  process.stderr.write(`\n${output}${outcome instanceof Error ? outcome.message : ""}\n`);
  throw new Error(explainOutput(output) ?? `${command} ${words.join(" ")} failed`);
}

/** @param {string} output output of npm or a build @returns {string | null} one sentence; null if the cause is unknown */
export function explainOutput(output) {
  if (/\bENOSPC\b|no space left/i.test(output))
    return `The disk is full. Free at least 2 GB where ${root} is, and run the command again.`;
  if (/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/.test(output))
    return "The npm registry cannot be reached. Check the network and npm's proxy settings, and run the command again.";
  if (/\bEACCES\b|permission denied/i.test(output))
    return `Files in ${root} belong to another user. Make this user their owner, and run the command again.`;
  return null;
}

/**
 * Prevents downloads by the packages' tools: everything used here comes from npm.
 * @type {Record<string, string>}
 */
export const quietEnv = {
  NEXT_TELEMETRY_DISABLED: "1",
  CHECKPOINT_DISABLE: "1",
  PRISMA_HIDE_UPDATE_MESSAGE: "1",
  PRISMA_SKIP_POSTINSTALL_GENERATE: "1",
  // prisma generate looks for this engine and would download it, but does not use it.
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1",
};

/**
 * Does work that changes node_modules or dist while no other command of this folder does, such as `npm test` next to
 * `npm start` on a fresh clone.
 * @template T @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function alone(work) {
  mkdirSync(join(root, "dist"), { recursive: true });
  const unlock = await lock(join(root, "dist", ".lock"), {
    withinMs: LOCK_WITHIN_MS,
    onWait: () => process.stderr.write("· Waiting for another command that sets up this folder\n"),
  });
  try {
    return await work();
  } finally {
    unlock();
  }
}

/** The road engine's package holds the binaries of every platform, 90 MB each. */
function removeOtherEngines() {
  const folder = join(root, "node_modules/@valhallajs/valhallajs");
  for (const platform of ["darwin", "linux"]) {
    for (const arch of ["arm64", "x64"]) {
      if (platform === process.platform && arch === process.arch) continue;
      rmSync(join(folder, platform, arch), { recursive: true, force: true });
    }
  }
}

/**
 * Installs the packages of package-lock.json unless exactly those are installed: all of them, or only those needed to
 * build and run the service. Never removes packages once all are installed.
 * @param {{ dev?: boolean }} [options]
 */
export async function install({ dev = false } = {}) {
  const stamp = join(root, "node_modules", ".dropline-lock");
  const wanted = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const installed = () => (existsSync(stamp) ? readFileSync(stamp, "utf8").split(" ") : []);
  // A folder with the development packages keeps them when the lock file changes.
  const isFull = dev || installed()[1] === "all";
  const isDone = () => {
    const [lockfile, kind] = installed();
    return lockfile === wanted && (kind === "all" || !dev);
  };
  if (isDone()) return;
  await alone(async () => {
    if (isDone()) return;
    await step(isFull ? "Installing packages, with those for development" : "Installing packages", () =>
      run(
        "npm",
        ["install", "--no-save", isFull ? "--include=dev" : "--omit=dev", "--no-audit", "--no-fund"],
        quietEnv,
      ),
    );
    removeOtherEngines();
    writeFileSync(stamp, `${wanted} ${isFull ? "all" : "production"}`);
  });
}
