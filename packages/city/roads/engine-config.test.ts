import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import type { Position } from "@/packages/city/extract/feature";
import { readExtract } from "@/packages/city/extract/read-extract";
import { buildRoads } from "@/packages/city/roads/build-roads";
import { engineConfig } from "@/packages/city/roads/engine-config";
import { enginePrograms, loadEngine, type RoadActor } from "@/packages/city/roads/engine-package";
import { amount, isLongRun } from "@/testing/amount";
import { writeTown } from "@/testing/small-town";
import { createRandom } from "@/testing/written-houses";

const BUNDLED = "cities/chisinau";
const PAIRS = amount(100, 400);
/** Pair 41, and three after pair 100, have a house on a road that leads nowhere, which `minimum_reachability` leaves out. */
const SEED = 3;
/** In other cities, the share of pairs that may get another route, and how much more that may cost the driver. */
const MAX_DIFFERING = 0.01;
const MAX_EXTRA_COST = 1.05;

const folder = mkdtempSync(join(tmpdir(), "engine-config-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The roads that are delivered. */
function unpackRoads(): string {
  execFileSync("tar", ["-xzf", `${BUNDLED}.city.tar.gz`, "-C", folder, "./roads"]);
  return join(folder, "roads");
}

async function makeRoads(extract: string): Promise<string> {
  const made = mkdtempSync(join(folder, "made-"));
  await buildRoads({ extract, folder: made, onLine: () => {} });
  return made;
}

async function readHouses(extract: string): Promise<Position[]> {
  const houses: Position[] = [];
  await readExtract(extract, (feature) => {
    if (feature.tags["addr:housenumber"] === undefined) return;
    const position =
      feature.kind === "point" ? feature.position : feature.kind === "line" ? feature.line[0] : undefined;
    if (position !== undefined) houses.push(position);
  });
  return houses;
}

/** The delivered engine, and one that searches as far as Valhalla does by default. */
function openEngines(roads: string): { delivered: RoadActor; thorough: RoadActor } {
  const Actor = loadEngine();
  const text = engineConfig({ folder: roads });
  const { loki, thor, service_limits: limits, ...others } = JSON.parse(text);
  const hierarchyLimits = {
    max_up_transitions: { 1: 400, 2: 100 },
    expand_within_distance: { 0: 1e8, 1: 20_000, 2: 5_000 },
  };
  const allowedLimits = {
    max_allowed_up_transitions: hierarchyLimits.max_up_transitions,
    max_expand_within_distance: hierarchyLimits.expand_within_distance,
  };
  const thorough = {
    ...others,
    loki: { ...loki, service_defaults: { ...loki.service_defaults, minimum_reachability: 50 } },
    thor: { ...thor, bidirectional_astar: { hierarchy_limits: hierarchyLimits, threshold_delta: 420 } },
    service_limits: {
      ...limits,
      hierarchy_limits: { ...limits.hierarchy_limits, bidirectional_astar: allowedLimits },
    },
  };
  return { delivered: new Actor(text), thorough: new Actor(JSON.stringify(thorough)) };
}

interface FoundRoute {
  readonly distance: number;
  readonly duration: number;
  /** Seconds and penalties, which the engine minimizes. */
  readonly weight: number;
  readonly geometry: string;
}

/** Returns the engine's message if it finds no route. */
async function findRoute(engine: RoadActor, places: readonly Position[]): Promise<FoundRoute | string> {
  const locations = places.map(([lon, lat]) => ({ lon, lat }));
  const question = { locations, costing: "auto", format: "osrm", shape_format: "polyline5" };
  const text = await engine
    .route(JSON.stringify({ ...question, directions_type: "none" }))
    .catch((error: Error) => error);
  if (typeof text !== "string") return text.message;
  const [{ distance, duration, weight, geometry }] = JSON.parse(text).routes;
  return { distance, duration, weight, geometry };
}

/** Routes between pairs of houses that differ, and the number of pairs without a route. */
async function compareRoutes(roads: string, extract: string) {
  const engines = openEngines(roads);
  const houses = await readHouses(extract);
  const random = createRandom(SEED);
  const pick = (): Position => houses[random(houses.length)] ?? [0, 0];
  const differing: { places: Position[]; delivered: FoundRoute | string; thorough: FoundRoute | string }[] =
    [];
  let unconnected = 0;
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const places = [pick(), pick()];
    const delivered = await findRoute(engines.delivered, places);
    const thorough = await findRoute(engines.thorough, places);
    if (typeof thorough === "string") unconnected += 1;
    if (!isDeepStrictEqual(delivered, thorough)) differing.push({ places, delivered, thorough });
  }
  return { differing, unconnected };
}

function listOtherExtracts(): string[] {
  const path = process.env.CITY_EXTRACTS;
  const names = path === undefined ? [] : readdirSync(path).filter((name) => name.endsWith(".osm.pbf"));
  return [
    writeTown(join(folder, "town.osm.pbf"), { name: "Town", corner: [37.6, 55.7] }),
    ...names.map((name) => join(path ?? "", name)),
  ];
}

describe.skipIf(enginePrograms() === null)("the road engine's settings", () => {
  it(`find the routes of a thorough search between ${PAIRS} pairs of houses of the bundled city`, async () => {
    const { differing, unconnected } = await compareRoutes(unpackRoads(), `${BUNDLED}.osm.pbf`);
    expect(differing).toEqual([]);
    // Without roads, too, all routes would be equal.
    expect(unconnected).toBeLessThan(PAIRS / 10);
  });

  it.runIf(isLongRun)("find nearly all of them in other cities, and none that is much worse", async () => {
    for (const extract of listOtherExtracts()) {
      const { differing, unconnected } = await compareRoutes(await makeRoads(extract), extract);
      expect(differing.length, extract).toBeLessThanOrEqual(PAIRS * MAX_DIFFERING);
      for (const { delivered, thorough } of differing) {
        if (typeof delivered === "string" || typeof thorough === "string")
          throw new Error(`${extract}: ${delivered} instead of ${thorough}`);
        expect(delivered.weight, extract).toBeLessThanOrEqual(thorough.weight * MAX_EXTRA_COST);
      }
      // Small extracts cut many roads off.
      expect(unconnected, extract).toBeLessThan(PAIRS / 2);
    }
  });
});
