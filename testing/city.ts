import { spawnSync } from "node:child_process";
import { relative, resolve } from "node:path";
import { bundledCity } from "@/lib/city/build/bundled-city";

/** Returns DATA_DIR for the services of a checkout with the bundled city. */
export const testCityData = (root: string): string => resolve(root, "dist/testing/city");
export const CITY_DATA = testCityData(".");
/** DATA_DIR for services without a city. */
export const NO_CITY_DATA = resolve("dist/testing/no-city");

/**
 * Settings for a service with the bundled city, on a database with its addresses loaded. Its maps stay plain: drawing
 * streets in software costs a page more than everything else.
 */
export const WITH_CITY = { DATA_DIR: CITY_DATA } as const;
/** Settings for maps that show the city. */
export const WITH_STREETS = { MAP_STYLE_URL: "" } as const;

/**
 * Installs a checkout's bundled city, as npm start does, with its addresses in the database, which is migrated. A
 * build from the extract takes four times the CPU time.
 *
 * @throws Error with the output of the installation
 */
export function prepareTestCity(databaseUrl: string, root = process.cwd()): void {
  const words = ["dist/city.mjs", relative(process.cwd(), bundledCity().archive)];
  const dataDir = testCityData(root);
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: root,
    env: { NODE_ENV: "production", PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The city for the tests was not installed:\n${stdout}${stderr}`);
}
