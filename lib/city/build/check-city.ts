import { gunzipSync } from "node:zlib";
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { CityError } from "@/lib/city/build/city-error";
import { type CityOnDisk, mapFile } from "@/lib/city/city";
import { createCityGeocoder } from "@/lib/city/geocoding/create-city-geocoder";
import { listSpreadHouses, type SampleHouse } from "@/lib/city/geocoding/list-spread-houses";
import { toSquare } from "@/lib/city/map/frame";
import { openTileFile } from "@/lib/city/map/tile-file";
import type { Database } from "@/lib/db/client";
import type { Point } from "@/lib/point";
import { greatCircleMeters } from "@/lib/routing/geo";
import { loadEngine } from "@/packages/city/roads/engine-package";
import { RoadEngine } from "@/packages/city/roads/road-engine";

const PLACES = 12;
const ENGINE_MS = 20_000;
const NEAR_METERS = 150;

export async function checkCity(db: Database, city: CityOnDisk): Promise<void> {
  const { counts, bytes } = city;
  if (counts.tiles === 0 || counts.roads + counts.buildings === 0) {
    throw new CityError("There are no streets and no buildings in it.");
  }
  const houses = await listSpreadHouses(db, city.version, PLACES);
  if (counts.addresses > 0 && houses.length === 0) throw new CityError("Its addresses cannot be read back.");
  await checkTiles(city);
  if (bytes.roads > 0) await checkRoads(city, houses);
  if (houses.length > 0) await checkSearch(db, city, houses);
}

async function checkTiles(city: CityOnDisk): Promise<void> {
  const tiles = await openTileFile(mapFile(city));
  try {
    for (let zoom = tiles.maxZoom; zoom >= tiles.minZoom; zoom -= 1) {
      const [x, y] = getTile(zoom, computeMiddle(city));
      const packed = await tiles.tile(zoom, x, y);
      if (packed === null) continue;
      const tile = new VectorTile(new PbfReader(gunzipSync(packed)));
      if (Object.keys(tile.layers).length > 0) return;
    }
    throw new CityError("Its map has no tile of the middle.");
  } finally {
    await tiles.close();
  }
}

const computeMiddle = ({ bounds: { west, south, east, north } }: CityOnDisk) => ({
  longitude: (west + east) / 2,
  latitude: (south + north) / 2,
});

function getTile(zoom: number, place: Point): [x: number, y: number] {
  const { x, y } = toSquare(place);
  return [Math.floor(x * 2 ** zoom), Math.floor(y * 2 ** zoom)];
}

/** One route is enough: the extract's edge may cut off the roads of some places. */
async function checkRoads(city: CityOnDisk, houses: readonly SampleHouse[]): Promise<void> {
  const places = houses.length > 1 ? houses.slice(0, PLACES) : getCorners(city);
  const path = places
    .map(({ longitude, latitude }) => `${longitude.toFixed(6)},${latitude.toFixed(6)}`)
    .join(";");
  const engine = new RoadEngine({
    actor: loadEngine(),
    city: () => city,
    instances: 1,
    timeoutMs: ENGINE_MS,
    stuckMs: ENGINE_MS,
    onStuck: () => {},
    onBroken: () => {},
  });
  const { body } = await engine.answer(`/table/v1/driving/${path}?annotations=duration`, () => true);
  checkTable(body);
}

/** @throws CityError when no two places are connected, or when the engine refused the request */
export function checkTable(body: string): void {
  const table: { code: string; message?: string; durations?: (number | null)[][] } = JSON.parse(body);
  const { code, message, durations = [] } = table;
  if (code !== "Ok" && code !== "NoTable" && code !== "NoSegment")
    throw new CityError(`Its roads cannot be checked: the road engine responds ${code}: ${message}`);
  const ways = durations.flatMap((row, from) => row.filter((way, to) => way !== null && to !== from));
  if (ways.length === 0)
    throw new CityError("Its roads lead nowhere: there is no way between any two places.");
}

function getCorners(city: CityOnDisk): { longitude: number; latitude: number }[] {
  const { west, south, east, north } = city.bounds;
  return [0.25, 0.5, 0.75].flatMap((right) =>
    [0.25, 0.5, 0.75].map((up) => ({
      longitude: west + right * (east - west),
      latitude: south + up * (north - south),
    })),
  );
}

/** Searches for some of the city's addresses. One correct result is enough, since names are written in many ways. */
async function checkSearch(db: Database, city: CityOnDisk, houses: readonly SampleHouse[]): Promise<void> {
  const { searchPlaces } = createCityGeocoder(db, () => city.version);
  for (const house of houses) {
    const text = `${house.street} ${house.label}`;
    const found = await searchPlaces({ text, language: null, near: house });
    if (found?.some((place) => greatCircleMeters(place, house) < NEAR_METERS)) return;
  }
  throw new CityError("Its addresses are not found.");
}
