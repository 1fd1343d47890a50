import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { dataDir } from "./database.mjs";
import { root, say, step } from "./install.mjs";

/** A whole city's geometry is in memory while its tiles are cut. */
const HEAP_MB = 4096;

/** Arguments with which Node runs `npm run city`. */
export const CITY_WORDS = [`--max-old-space-size=${HEAP_MB}`, join(root, "dist/city.mjs")];

/**
 * Builds the city that CITY names, or the bundled one if there is none, unless it exists. Logs a failure in one line:
 * the service works without a city.
 * @param {string} databaseUrl of a migrated database
 */
export async function prepareCity(databaseUrl) {
  const { planCity } = await import(pathToFileURL(join(root, "dist/prepare.mjs")).href);
  try {
    /** @type {import("./plan-city.ts").CityPlan} */
    const plan = await planCity({ databaseUrl, dataDir, setting: process.env.CITY });
    if (plan.kind === "tell") say(plan.line);
    if (plan.kind === "build")
      await step(`Installing the city ${plan.name}`, () => build(plan.words, databaseUrl));
  } catch (error) {
    say(`The service starts without a new city. ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {readonly string[]} words @param {string} databaseUrl @returns {Promise<void>} */
function build(words, databaseUrl) {
  const child = spawn(process.execPath, [...CITY_WORDS, ...words], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  return new Promise((settle, reject) => {
    child.on("error", reject);
    // The last line of its output states the cause.
    child.on("close", (code) =>
      code === 0 ? settle() : reject(new Error(output.trim().split("\n").at(-1))),
    );
  });
}
