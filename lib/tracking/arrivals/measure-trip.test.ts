import { describe, expect, it } from "vitest";
import { stopsKey } from "@/lib/routing/driven-legs";
import type { EndedTrip } from "@/lib/tracking/arrivals/list-ended-trips";
import { measureTrip } from "@/lib/tracking/arrivals/measure-trip";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute));
const NOW = at(24 * 60);

const stop = (
  index: number,
  change: Partial<EndedTrip["stops"][number]> = {},
): EndedTrip["stops"][number] => ({
  latitude: 59.93 + index * 0.01,
  longitude: 30.31,
  floor: null,
  doorstep: true,
  contactValue: `+7916000000${index}`,
  durationSeconds: index === 0 ? null : 600,
  arrivedAt: null,
  deliveredAt: null,
  failedAt: null,
  attempts: 0,
  cargoSize: "S",
  isInPerson: false,
  hasCode: false,
  ...change,
});
const first = stop(1, { arrivedAt: at(40), deliveredAt: at(43) });
const second = stop(2, { arrivedAt: at(60), deliveredAt: at(62) });
const trip = (change: Partial<EndedTrip> = {}): EndedTrip => ({
  id: 7n,
  accountId: "shop",
  createdAt: at(0),
  assignedAt: at(1),
  acceptedAt: at(2),
  arrivedAt: at(12),
  pickedUpAt: at(20),
  readyAt: null,
  routingMode: "sequential",
  transportType: "car",
  places: null,
  routeSeconds: null,
  stops: [stop(0), first, second],
  ...change,
});
const measure = (change: Partial<EndedTrip> = {}) =>
  measureTrip(trip(change), NOW).map(({ kind, value }) => [kind, Math.round(value * 100) / 100]);

describe("the durations of an ended order", () => {
  it("are of its acceptance, wait, drives and doors", () => {
    expect(measure()).toEqual([
      ["offer", 60],
      ["wait", 480],
      ["drive", 1.82],
      ["door", 180],
      ["drive", 1.55],
      ["door", 120],
    ]);
    expect(measureTrip(trip(), NOW).map(({ recipient }) => recipient)).toEqual([
      ...Array(4).fill(first.contactValue),
      ...Array(2).fill(second.contactValue),
    ]);
  });

  it("compare drives with the courier's own route, also to the pickup, as long as it leads to the stops", () => {
    const { stops } = trip();
    const own = { places: stopsKey(stops), routeSeconds: [300, 1_140, 540] };
    expect(measure(own).filter(([kind]) => kind === "drive")).toEqual([
      ["drive", 1.67],
      ["drive", 1],
      ["drive", 1.7],
    ]);
    expect(measure({ ...own, places: "other" })).toEqual(measure());
  });

  it("count a wait from when the goods were to be ready", () => {
    expect(measure({ readyAt: at(17) })[1]).toEqual(["wait", 180]);
    expect(measure({ readyAt: at(5) })[1]).toEqual(["wait", 480]);
  });

  it("leave out legs of parallel trips that were priced from the pickup", () => {
    expect(measure({ routingMode: "parallel" }).filter(([kind]) => kind === "drive")).toHaveLength(1);
  });

  it("leave out what is unknown, drives that took no time, and orders with a failed attempt", () => {
    const unknown = stop(1, { deliveredAt: at(43) });
    expect(measure({ assignedAt: null, arrivedAt: null, stops: [stop(0), unknown] })).toEqual([]);
    const early = stop(1, { arrivedAt: at(19), deliveredAt: at(43) });
    expect(measure({ stops: [stop(0), early] }).map(([kind]) => kind)).not.toContain("drive");
    expect(measure({ acceptedAt: null })).toEqual([]);
    expect(measure({ pickedUpAt: null })).toEqual([]);
    for (const failed of [stop(2, { failedAt: at(60) }), stop(2, { ...second, attempts: 1 })]) {
      expect(measure({ stops: [stop(0), first, failed] })).toEqual([]);
    }
  });
});
