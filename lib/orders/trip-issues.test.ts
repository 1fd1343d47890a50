import { describe, expect, it } from "vitest";
import {
  findServiceIssues,
  findTripIssues,
  readTrip,
  type StoredTrip,
  type TripRules,
} from "@/lib/orders/trip-issues";
import { readPatchedTrip } from "@/lib/orders/update/read-patched-trip";
import { orderBodyWith } from "@/testing/api-client";

const NOW = new Date("2026-11-21T12:00:00Z");
const RULES: TripRules = {
  area: { version: 1, isOn: false, zones: [], pauses: [], ownMaxTripMeters: null, maxTripMeters: 300_000 },
  check: { action: "refuse", maxLegMeters: 20_000_000 },
  mode: "live",
  now: NOW,
  sentAt: NOW,
};
const swapped = { latitude: 30.3351, longitude: 59.9343 };

function getStops(body: unknown, stored: StoredTrip | null = null): string[] {
  const sent = readTrip(body, "address.");
  const issues = sent === null ? [] : findTripIssues(sent, RULES, stored);
  return [...new Set(issues.map(({ field }) => field.replace(/\.l.*/, "")))];
}
const withAddresses = (...addresses: unknown[]) => ({
  ...orderBodyWith(1),
  dropoffs: addresses.map((address) => ({ address })),
});
const near = orderBodyWith(1).dropoffs[0]?.address;
const { pickup } = orderBodyWith(1);

it.each<[string, unknown, string[]]>([
  [
    "the only one of several stops with swapped coordinates",
    withAddresses(near, swapped, near),
    ["dropoffs.1.address"],
  ],
  [
    "the stop with swapped coordinates when another stop cannot be parsed",
    withAddresses("?", swapped),
    ["dropoffs.1.address"],
  ],
  [
    "only the readable stop when another stop has an invalid latitude",
    withAddresses(swapped, { latitude: 91 }),
    ["dropoffs.0.address"],
  ],
  ["nothing without a pickup", { dropoffs: [{ address: swapped }] }, []],
  ["nothing for a body of null", null, []],
  ["nothing for dropoffs that are not a list", { ...orderBodyWith(1), dropoffs: {} }, []],
  [
    "a time that has passed, also with an invalid stop",
    { ...withAddresses("?"), delivery_time: "2026-11-21T11:59:59Z" },
    ["delivery_time"],
  ],
  [
    "goods that are ready when they should be delivered, also with an invalid stop",
    { ...withAddresses("?"), delivery_time: "2026-11-21T14:00:00Z", ready_at: "2026-11-21T17:00:00+03:00" },
    ["ready_at"],
  ],
  [
    "nothing for goods that are ready a millisecond before the delivery time",
    { ...withAddresses(near), delivery_time: "2026-11-21T14:00:00Z", ready_at: "2026-11-21T13:59:59.999Z" },
    [],
  ],
  [
    "nothing for goods that have been ready for a day",
    { ...withAddresses(near), ready_at: "2026-11-20T12:00:00Z" },
    [],
  ],
  [
    "nothing about a time that is invalid by itself",
    { ...withAddresses(near), delivery_time: "2026-11-21T14:00:00Z", ready_at: "later" },
    [],
  ],
])("findTripIssues reports %s", (_, body, fields) => {
  expect(getStops(body)).toEqual(fields);
});

it("findTripIssues adds up the legs only in the order of the dropoffs", () => {
  const farther = { ...pickup.address, latitude: pickup.address.latitude + 2 };
  const there = { ...withAddresses(farther, pickup.address), pickup };
  expect(getStops(there)).toEqual(["dropoffs.1.address"]);
  expect(getStops({ ...there, routing_mode: "parallel" })).toEqual([]);
  expect(getStops({ ...there, routing_mode: "?" })).toEqual([]);
});

it("findServiceIssues reports a quote's coordinates at the quote's own paths", () => {
  const sent = readTrip({ pickup: pickup.address, dropoffs: [swapped] }, "");
  if (sent === null) throw new Error("The quote has no stop.");
  expect(findServiceIssues(sent, RULES, "").map(({ field }) => field)).toEqual([
    "dropoffs.0.latitude",
    "dropoffs.0.longitude",
  ]);
});

describe("an edit", () => {
  const stored = (...dropoffs: { latitude: number; longitude: number }[]): StoredTrip => ({
    trip: { pickup: pickup.address, dropoffs, routingMode: "sequential" },
    deliveryTime: new Date("2026-11-21T10:00:00Z"),
    readyAt: null,
    windows: [],
  });

  it("may keep a trip and a time that are refused today", () => {
    const body = { ...withAddresses(swapped), delivery_time: "2026-11-21T10:00:00Z" };
    expect(getStops(body)).toEqual(["dropoffs.0.address", "delivery_time"]);
    expect(getStops(body, stored(swapped))).toEqual([]);
  });

  it("is refused when it makes the goods ready too late, and may keep times that an older process stored", () => {
    const times = {
      deliveryTime: new Date("2026-11-21T14:00:00Z"),
      readyAt: new Date("2026-11-21T13:00:00Z"),
    };
    const before: StoredTrip = { ...stored(pickup.address), ...times };
    const find = (body: object, of = before) => {
      const { sent } = readPatchedTrip(body, of);
      return sent === null ? [] : findTripIssues(sent, RULES, of).map(({ field }) => field);
    };
    expect(find({ delivery_time: "2026-11-21T13:00:00Z" })).toEqual(["ready_at"]);
    expect(find({ ready_at: "2026-11-21T14:00:00Z" })).toEqual(["ready_at"]);
    expect(find({ delivery_time: "2026-11-21T13:00:00Z", ready_at: null })).toEqual([]);
    expect(find({ delivery_time: null, ready_at: "2026-11-22T14:00:00Z" })).toEqual([]);
    expect(find({ comment: "Ring twice" }, { ...before, readyAt: times.deliveryTime })).toEqual([]);
  });

  it("is judged as the trip that a PATCH leads to, with stops at a wrong index", () => {
    const before = stored(pickup.address, pickup.address);
    const find = (body: object) => {
      const { sent } = readPatchedTrip(body, before);
      if (sent === null) throw new Error("The trip has no stop.");
      return findTripIssues(sent, RULES, before).map(({ field }) => field);
    };
    expect(find({ comment: "Ring twice" })).toEqual([]);
    const one = ["dropoffs.1.address.latitude", "dropoffs.1.address.longitude"];
    expect(find({ dropoffs: [{ index: 1, address: { latitude: 20 } }] })).toEqual(one);
    expect(find({ dropoffs: [{ index: 1, address: { latitude: 91 } }] })).toEqual([]);
    const further = ["dropoffs.2.address.latitude", "dropoffs.2.address.longitude"];
    expect(find({ dropoffs: [{ index: 7, address: swapped }] })).toEqual(further);
    expect(find({ dropoffs: [{ index: "?", address: swapped }] })).toEqual(further);
  });
});
