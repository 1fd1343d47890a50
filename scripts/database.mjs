import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { root, say } from "./install.mjs";

export const dataDir = resolve(root, process.env.DATA_DIR || ".data");

const programs = process.env.POSTGRES_BIN || undefined;
const clusterDir = programs === undefined ? dataDir : join(dataDir, "installed-postgres");

/**
 * Returns a label of the database that a command uses, without user and password; null if there is none yet.
 * @returns {string | null}
 */
export function nameDatabase() {
  const { DATABASE_URL: url } = process.env;
  if (url) return url.replace(/^(\w+:\/\/)(.*@)?([^?]*).*$/, "$1$3");
  // If another user must run it, the folder only records its location.
  const isMade =
    ["postgres/PG_VERSION", "postgres.location"].some((name) => existsSync(join(clusterDir, name))) ||
    // An upgrade was killed while it moved the data.
    (existsSync(clusterDir) && readdirSync(clusterDir).some((name) => /^postgres-\d+$/.test(name)));
  return isMade ? `the ${programs === undefined ? "embedded" : "local"} one in ${clusterDir}` : null;
}

/**
 * Opens this checkout's database: the one in DATABASE_URL, or the one in DATA_DIR, which it starts unless it is
 * running: an installed PostgreSQL if POSTGRES_BIN names its programs, else the embedded one.
 * Data of an older major is upgraded first.
 * @param {string} [formerPrograms] folder with the programs of the older major
 * @returns {Promise<{ databaseUrl: string, embedded: import("../packages/embedded-postgres/postgres.ts").EmbeddedPostgres | null }>}
 */
export async function openDatabase(formerPrograms) {
  if (process.env.DATABASE_URL) return { databaseUrl: process.env.DATABASE_URL, embedded: null };
  const { startEmbedded } = await import(pathToFileURL(join(root, "dist/postgres.mjs")).href);
  const isArchived = Boolean(process.env.BACKUP_TO);
  const copyDatabase = async (/** @type {string} */ from, /** @type {string} */ to) => {
    const tools = await import(pathToFileURL(join(root, "dist/prepare.mjs")).href);
    await tools.copyDatabase(from, to);
  };
  /** @type {import("../packages/embedded-postgres/postgres.ts").EmbeddedPostgres} */
  const embedded = await startEmbedded({
    dataDir: clusterDir,
    programs,
    isArchived,
    log: say,
    copyDatabase,
    formerPrograms,
  });
  return { databaseUrl: embedded.databaseUrl, embedded };
}

export async function checkSettings() {
  /** @type {typeof import("./prepare-database.ts")} */
  const tools = await import(pathToFileURL(join(root, "dist/prepare.mjs")).href);
  return tools.checkSettings(process.env);
}

/**
 * Migrates the database and, if wanted, creates the demo once.
 * @param {string} databaseUrl
 * @param {{ publicUrl?: string | null, hasDemo?: boolean, osrmUrl?: string | null }} [options] `publicUrl`: URL of the
 * service, for links; null to migrate only. `osrmUrl`: routing server for the demo's orders
 * @returns {Promise<import("./prepare-database.ts").PreparedDatabase>}
 */
export async function prepareDatabase(
  databaseUrl,
  { publicUrl = null, hasDemo = false, osrmUrl = null } = {},
) {
  const tools = await import(pathToFileURL(join(root, "dist/prepare.mjs")).href);
  return tools.prepareDatabase({ databaseUrl, dataDir, publicUrl, hasDemo, osrmUrl });
}
