import type { AreaVersion } from "@/lib/service-area/get-service-area";
import type { Pause } from "@/lib/service-area/pause";

export type AreaDifference =
  | { readonly type: "on" | "off" }
  | { readonly type: "limit"; readonly meters: number | null }
  | { readonly type: "added" | "changed" | "deleted"; readonly name: string }
  /** `name` is null for the whole service. */
  | { readonly type: "paused"; readonly name: string | null; readonly until: Date }
  | { readonly type: "resumed"; readonly name: string | null };

type ComparableArea = Pick<AreaVersion, "isOn" | "maxTripMeters" | "zones" | "pauses" | "since">;

const NOTHING_SET = { isOn: false, maxTripMeters: null, zones: [], pauses: [] } as const;

export function areaChanges(before: ComparableArea | null, after: ComparableArea): AreaDifference[] {
  const { isOn, maxTripMeters, zones, pauses } = before ?? NOTHING_SET;
  const changes: AreaDifference[] = [];
  if (isOn !== after.isOn) changes.push({ type: after.isOn ? "on" : "off" });
  if (maxTripMeters !== after.maxTripMeters) changes.push({ type: "limit", meters: after.maxTripMeters });
  for (const zone of after.zones) {
    const same = zones.find(({ name }) => name === zone.name);
    if (same === undefined) changes.push({ type: "added", name: zone.name });
    else if (JSON.stringify(same) !== JSON.stringify(zone))
      changes.push({ type: "changed", name: zone.name });
  }
  const isGone = (name: string | null) => name !== null && after.zones.every((zone) => zone.name !== name);
  const isIn = (all: readonly Pause[], { zone, until }: Pause) =>
    all.some((pause) => pause.zone === zone && pause.until.getTime() === until.getTime());
  const paused = after.pauses.filter((pause) => !isIn(pauses, pause));
  // Neither ended by itself nor replaced.
  const resumed = pauses.filter(
    ({ zone, until }) =>
      until > after.since && after.pauses.every((pause) => pause.zone !== zone) && !isGone(zone),
  );
  return [
    ...changes,
    ...zones.flatMap(({ name }) => (isGone(name) ? [{ type: "deleted" as const, name }] : [])),
    ...paused.map(({ zone, until }) => ({ type: "paused", name: zone, until }) as const),
    ...resumed.map(({ zone }) => ({ type: "resumed", name: zone }) as const),
  ];
}
