import type { Clock } from "@/lib/clock";
import type { DispatchSettings } from "@/lib/config";
import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";
import { DAY_MS } from "@/lib/duration";
import { forgetServiceArea, readServiceArea } from "@/lib/service-area/get-service-area";
import { listOpenPauses, type Pause, storePauses } from "@/lib/service-area/pause";
import type { ServiceArea } from "@/lib/service-area/service-area";
import type { Zone } from "@/lib/service-area/zone";
import { countPositions, isSameName, MAX_POSITIONS, MAX_ZONES } from "@/lib/service-area/zone-file";

const TRIES = 10;

export type AreaChange =
  | { readonly type: "switch"; readonly isOn: boolean }
  | { readonly type: "limit"; readonly maxTripMeters: number | null }
  | { readonly type: "put"; readonly zones: readonly Zone[] }
  | { readonly type: "replace"; readonly name: string; readonly zone: Zone }
  | { readonly type: "delete"; readonly name: string }
  /** Of a zone, or with null of the whole service. */
  | {
      readonly type: "pause";
      readonly zone: string | null;
      readonly until: Date;
      /** Whether a waiting limit causes it. */
      readonly isAutomatic?: boolean;
    }
  | { readonly type: "resume"; readonly zone: string | null };

export type AreaRefusal =
  | "no_zones_yet"
  | "last_zone"
  | "zone_twice"
  | "too_many_zones"
  | "too_large"
  | "no_such_zone"
  | "pause_until";

const MAX_PAUSE_MS = 30 * DAY_MS;

/** Applies on every process within a second. @throws DomainError SERVICE_UNAVAILABLE after ten conflicts */
export async function changeServiceArea(
  context: { db: Database; clock: Clock; dispatch: DispatchSettings },
  change: AreaChange,
) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const area = await readServiceArea(context);
    const now = context.clock.now();
    const next = withOpenPauses(changed(area, change, now), now);
    const refusal = findRefusal(next, change, now);
    if (refusal !== null) return { refusal };
    const { isOn, ownMaxTripMeters: maxTripMeters } = next;
    const zones = next.zones.map(
      ({ specialHours: _hours, waitingLimit: _limit, ...zone }) => zone,
    ) as object as Prisma.InputJsonArray;
    const specialHours = Object.fromEntries(next.zones.map((zone) => [zone.name, zone.specialHours]));
    const waitingLimits = Object.fromEntries(
      next.zones.flatMap(({ name, waitingLimit }) => (waitingLimit === null ? [] : [[name, waitingLimit]])),
    );
    const pauses = storePauses(next.pauses);
    const { count } = await context.db.models.serviceArea.createMany({
      data: {
        version: area.version + 1,
        ...{ isOn, maxTripMeters, zones, specialHours, waitingLimits, pauses },
        createdAt: now,
      },
      skipDuplicates: true,
    });
    if (count === 0) continue;
    forgetServiceArea(context.db);
    return { area: await readServiceArea(context), refusal: null };
  }
  throw new DomainError("SERVICE_UNAVAILABLE");
}

/** Without pauses that have ended, and those of zones that no longer exist. */
function withOpenPauses(area: ServiceArea, now: Date): ServiceArea {
  const isKnown = ({ zone }: Pause) => zone === null || area.zones.some(({ name }) => name === zone);
  return { ...area, pauses: listOpenPauses(area.pauses, now).filter(isKnown) };
}

function changed(area: ServiceArea, change: AreaChange, now: Date): ServiceArea {
  const { zones } = area;
  const without = (...names: readonly string[]) =>
    zones.filter((zone) => !names.some((name) => isSameName(zone.name, name)));
  switch (change.type) {
    case "switch":
      return { ...area, isOn: change.isOn };
    case "limit":
      return { ...area, ownMaxTripMeters: change.maxTripMeters };
    case "put": {
      const names = change.zones.map(({ name }) => name);
      return withoutAutomatic({ ...area, zones: [...without(...names), ...change.zones] }, names);
    }
    case "replace":
      return withoutAutomatic({ ...area, zones: [...without(change.name), change.zone] }, [change.name]);
    case "delete":
      return { ...area, zones: without(change.name) };
    case "pause": {
      const { zone, until, isAutomatic = false } = change;
      const pause = { zone, since: now, until, isAutomatic };
      return { ...area, pauses: [...withoutPause(area.pauses, zone), pause] };
    }
    case "resume":
      return { ...area, pauses: withoutPause(area.pauses, change.zone) };
  }
}

/** A zone may have another limit now. */
const withoutAutomatic = (area: ServiceArea, names: readonly string[]): ServiceArea => ({
  ...area,
  pauses: area.pauses.filter(
    ({ zone, isAutomatic }) => !isAutomatic || zone === null || !names.some((name) => isSameName(zone, name)),
  ),
});

const withoutPause = (pauses: readonly Pause[], zone: string | null): Pause[] =>
  pauses.filter((pause) => pause.zone !== zone);

function findRefusal({ isOn, zones }: ServiceArea, change: AreaChange, now: Date): AreaRefusal | null {
  if (change.type === "pause") {
    const { zone, until } = change;
    if (zone !== null && zones.every(({ name }) => name !== zone)) return "no_such_zone";
    const ms = until.getTime() - now.getTime();
    if (!(ms > 0 && ms <= MAX_PAUSE_MS)) return "pause_until";
  }
  const names = zones.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length) return "zone_twice";
  if (isOn && zones.length === 0) return change.type === "delete" ? "last_zone" : "no_zones_yet";
  if (zones.length > MAX_ZONES) return "too_many_zones";
  return countPositions(zones) > MAX_POSITIONS ? "too_large" : null;
}
