import { expect, it } from "vitest";
import { bodyLengthIssues } from "@/lib/orders/trip-issues";
import { orderBodyWith } from "@/testing/api-client";

const MAX_METERS = 300_000;
const swapped = { latitude: 30.3351, longitude: 59.9343 };
const getFields = (body: unknown, isWhole = true) => [
  ...new Set(
    bodyLengthIssues(body, "address.", MAX_METERS, isWhole).map(({ field }) => field.replace(/\.l.*/, "")),
  ),
];
const withAddresses = (...addresses: unknown[]) => ({
  ...orderBodyWith(1),
  dropoffs: addresses.map((address) => ({ address })),
});
const near = orderBodyWith(1).dropoffs[0]?.address;

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
])("bodyLengthIssues reports %s", (_, body, fields) => {
  expect(getFields(body)).toEqual(fields);
});

it("bodyLengthIssues adds up the legs only if the body contains the whole trip in order", () => {
  const { pickup } = orderBodyWith(1);
  const farther = { ...pickup.address, latitude: pickup.address.latitude + 2 };
  const there = { ...withAddresses(farther, pickup.address), pickup };
  expect(getFields(there)).toEqual(["dropoffs.1.address"]);
  expect(getFields(there, false)).toEqual([]);
  expect(getFields({ ...there, routing_mode: "parallel" })).toEqual([]);
  expect(getFields({ ...there, routing_mode: "?" })).toEqual([]);
});

it("bodyLengthIssues reports a quote's coordinates at the quote's own paths", () => {
  const { pickup } = orderBodyWith(1);
  const quote = { pickup: pickup.address, dropoffs: [swapped] };
  expect(bodyLengthIssues(quote, "", MAX_METERS).map(({ field }) => field)).toEqual([
    "dropoffs.0.latitude",
    "dropoffs.0.longitude",
  ]);
});
