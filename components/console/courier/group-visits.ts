import type { CourierRouteStop as Stop } from "@/lib/console/get-courier-route";
import { areCollectedTogether } from "@/lib/couriers/route-sequence";

/** Stops that are one visit: the goods of several orders are collected together. */
export interface Visit {
  readonly stops: readonly [Stop, ...Stop[]];
  /** Index of the first stop. */
  readonly from: number;
}

export function groupVisits(stops: readonly Stop[]): Visit[] {
  const visits: Visit[] = [];
  for (const [from, stop] of stops.entries()) {
    const last = visits.at(-1);
    if (last !== undefined && areCollectedTogether(last.stops[0], stop))
      visits.splice(-1, 1, { ...last, stops: [...last.stops, stop] });
    else visits.push({ stops: [stop], from });
  }
  return visits;
}
