import { afterAll, beforeAll, expect, it } from "vitest";
import { DEFAULT_DISPATCH } from "@/lib/config";
import { areaChanges } from "@/lib/service-area/area-changes";
import { type AreaChange, changeServiceArea } from "@/lib/service-area/change-service-area";
import { getServiceArea, listServiceAreas } from "@/lib/service-area/get-service-area";
import { readZoneFile } from "@/lib/service-area/zone-file";
import { type LocalApi, openLocalApi } from "@/testing/local-api";
import { square, zoneFile } from "@/testing/zones";

let local: LocalApi;

beforeAll(async () => {
  local = await openLocalApi();
});
afterAll(() => local?.close());

const change = (made: AreaChange) =>
  changeServiceArea({ db: local.db, clock: local.clock, dispatch: DEFAULT_DISPATCH }, made);
const now = () => getServiceArea({ db: local.db, dispatch: DEFAULT_DISPATCH });
const getZones = (...names: string[]) =>
  readZoneFile(zoneFile(...names.map((name, index) => ({ name, rings: [square(index, 0, 1)] })))).zones ?? [];
const [other] = getZones("Other");

it("the service area covers everything up to the configured length before its first change, and cannot be turned on", async () => {
  expect(await now()).toMatchObject({
    version: 0,
    isOn: false,
    zones: [],
    maxTripMeters: Number.POSITIVE_INFINITY,
  });
  expect(await change({ type: "switch", isOn: true })).toEqual({ refusal: "no_zones_yet" });
  expect(await listServiceAreas(local.db)).toEqual([]);
});

it("each change of the service area is a version that states what changed, newest first", async () => {
  await change({ type: "put", zones: getZones("A", "B") });
  await change({ type: "switch", isOn: true });
  await change({ type: "limit", maxTripMeters: 50_000 });
  if (other !== undefined) await change({ type: "replace", name: "B", zone: other });
  await change({ type: "delete", name: "A" });
  const area = await now();
  expect(area).toMatchObject({ version: 5, isOn: true, maxTripMeters: 50_000, ownMaxTripMeters: 50_000 });
  expect(area.zones.map(({ name }) => name)).toEqual(["Other"]);
  const versions = await listServiceAreas(local.db);
  expect(versions.map((version, index) => areaChanges(versions[index + 1] ?? null, version))).toEqual([
    [{ type: "deleted", name: "A" }],
    [
      { type: "added", name: "Other" },
      { type: "deleted", name: "B" },
    ],
    [{ type: "limit", meters: 50_000 }],
    [{ type: "on" }],
    [
      { type: "added", name: "A" },
      { type: "added", name: "B" },
    ],
  ]);
});

it("the last zone cannot be deleted while the service area is on, and no zone name can be used twice", async () => {
  expect(await change({ type: "delete", name: "Other" })).toEqual({ refusal: "last_zone" });
  await change({ type: "put", zones: getZones("A") });
  const [renamed] = getZones("a");
  if (renamed === undefined) throw new Error("There is one.");
  expect(await change({ type: "replace", name: "Other", zone: renamed })).toEqual({ refusal: "zone_twice" });
  expect(await change({ type: "replace", name: "A", zone: renamed })).toMatchObject({ refusal: null });
  const many = getZones(...Array.from({ length: 49 }, (_, index) => `Zone ${index}`));
  expect(await change({ type: "put", zones: many })).toEqual({ refusal: "too_many_zones" });
});

it("concurrent changes of the service area all take effect", async () => {
  await Promise.all(["C", "D", "E", "F"].map((name) => change({ type: "put", zones: getZones(name) })));
  expect((await now()).zones.map(({ name }) => name)).toEqual(expect.arrayContaining(["C", "D", "E", "F"]));
});
