import type { AreaVersion } from "@/lib/service-area/get-service-area";

export type AreaDifference =
  | { readonly type: "on" | "off" }
  | { readonly type: "limit"; readonly meters: number | null }
  | { readonly type: "added" | "changed" | "deleted"; readonly name: string };

type ComparableArea = Pick<AreaVersion, "isOn" | "maxTripMeters" | "zones">;

const NOTHING_SET: ComparableArea = { isOn: false, maxTripMeters: null, zones: [] };

export function areaChanges(before: ComparableArea | null, after: ComparableArea): AreaDifference[] {
  const { isOn, maxTripMeters, zones } = before ?? NOTHING_SET;
  const changes: AreaDifference[] = [];
  if (isOn !== after.isOn) changes.push({ type: after.isOn ? "on" : "off" });
  if (maxTripMeters !== after.maxTripMeters) changes.push({ type: "limit", meters: after.maxTripMeters });
  for (const zone of after.zones) {
    const same = zones.find(({ name }) => name === zone.name);
    if (same === undefined) changes.push({ type: "added", name: zone.name });
    else if (JSON.stringify(same) !== JSON.stringify(zone))
      changes.push({ type: "changed", name: zone.name });
  }
  const isGone = (name: string) => after.zones.every((zone) => zone.name !== name);
  return [
    ...changes,
    ...zones.flatMap(({ name }) => (isGone(name) ? [{ type: "deleted" as const, name }] : [])),
  ];
}
