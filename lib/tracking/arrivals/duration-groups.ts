import type { Point } from "@/lib/point";
import { getLocalHour } from "@/lib/routing/travel-factors";
import type { Groups } from "@/lib/tracking/arrivals/duration-model";

/** About two kilometers at the latitude of Moscow, so that no area is a house. */
const AREA_DEGREES = { latitude: 0.02, longitude: 0.03 } as const;

const toArea = ({ latitude, longitude }: Point): string =>
  `${Math.floor(latitude / AREA_DEGREES.latitude)} ${Math.floor(longitude / AREA_DEGREES.longitude)}`;

/** @param place decides the time zone */
export function toPeriod(at: Date, place: Point): string {
  const { hour, isWeekend } = getLocalHour(at, place);
  return `${isWeekend ? "weekend" : "weekday"} ${hour}`;
}

export const toOfferGroups = (period: string): Groups<"offer"> => ({ period });

/** @param shop the account */
export function toWaitGroups(period: string, pickup: Point, shop: string): Groups<"wait"> {
  return { period, area: toArea(pickup), shop: `${shop} ${toArea(pickup)}` };
}

const LENGTH_SECONDS = [120, 240, 480, 960, 1_920] as const;

export function toDriveGroups(
  period: string,
  {
    vehicle,
    plannedSeconds,
    to,
  }: { readonly vehicle: string; readonly plannedSeconds: number; readonly to: Point },
): Groups<"drive"> {
  const length = LENGTH_SECONDS.findLast((seconds) => seconds <= plannedSeconds) ?? 0;
  return { vehicle, length: String(length), period, area: toArea(to) };
}

export interface DoorFeatures {
  /** Whether goods may be left without meeting the recipient. */
  readonly isInPerson: boolean;
  readonly isDoorstep: boolean;
  readonly hasCode: boolean;
  readonly floor: number | null;
  readonly cargoSize: string;
}

/** For readers of many orders, who do not read what is asked for at each door. */
export const UNKNOWN_DOOR: DoorFeatures = {
  isInPerson: false,
  hasCode: false,
  isDoorstep: true,
  floor: null,
  cargoSize: "S",
};

/** The groups that are known before the courier is there. */
export function toDoorGroups(door: Point, features: DoorFeatures): Groups<"door"> {
  const { isInPerson, isDoorstep, hasCode, floor, cargoSize } = features;
  const proof = hasCode ? "code" : isInPerson ? "proof" : "plain";
  return {
    handover: isDoorstep ? proof : `${proof}, outside`,
    floor: floor === null ? "unknown" : floor <= 2 ? "low" : floor <= 5 ? "middle" : "high",
    size: cargoSize,
    area: toArea(door),
  };
}
