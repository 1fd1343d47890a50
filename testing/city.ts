import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { bundledCity } from "@/scripts/plan-city";

/** The DATA_DIR of services that have the bundled city. */
export const CITY_DATA = resolve("dist/testing/city");
/** Of those that have none. */
export const NO_CITY_DATA = resolve("dist/testing/no-city");

/**
 * Settings with which a service has the bundled city, on a database that its addresses were loaded into. Its maps stay
 * plain: drawing streets in software costs every page more than all the rest.
 */
export const WITH_CITY = { DATA_DIR: CITY_DATA } as const;
/** Settings with which its maps show the city. */
export const WITH_STREETS = { MAP_STYLE_URL: "" } as const;

/**
 * Builds the bundled city in CITY_DATA, unless it is there from an earlier run, and loads its addresses into a database.
 *
 * @throws Error with all that the build has printed
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
