import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { bundledCity } from "@/scripts/plan-city";

/** DATA_DIR for services with the bundled city. */
export const CITY_DATA = resolve("dist/testing/city");
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
 * Builds the bundled city in CITY_DATA, unless an earlier run has, and loads its addresses into a database.
 *
 * @throws Error with the output of the build
 */
export function prepareTestCity(databaseUrl: string): void {
  const { extract, name } = bundledCity();
  const words = ["dist/city.mjs", extract, "--name", name, "--bundled"];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    env: { NODE_ENV: "production", PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: CITY_DATA },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The city for the tests was not built:\n${stdout}${stderr}`);
}
