import { expect, it } from "vitest";
import { bodyLengthIssues } from "@/app/v1/trip-issues";
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
  ["the swapped of several", withAddresses(near, swapped, near), ["dropoffs.1.address"]],
  [
    "the swapped stop when another stop cannot be parsed",
    withAddresses("?", swapped),
    ["dropoffs.1.address"],
  ],
  ["not a stop that cannot be read", withAddresses(swapped, { latitude: 91 }), ["dropoffs.0.address"]],
  ["nothing without a pickup", { dropoffs: [{ address: swapped }] }, []],
  ["nothing in what is no body", null, []],
  ["nothing in dropoffs that are no list", { ...orderBodyWith(1), dropoffs: {} }, []],
])("names %s", (_, body, fields) => {
  expect(getFields(body)).toEqual(fields);
});

it("adds up the legs only where the body names the whole trip in order", () => {
  const { pickup } = orderBodyWith(1);
  const farther = { ...pickup.address, latitude: pickup.address.latitude + 2 };
  const there = { ...withAddresses(farther, pickup.address), pickup };
  expect(getFields(there)).toEqual(["dropoffs.1.address"]);
  expect(getFields(there, false)).toEqual([]);
  expect(getFields({ ...there, routing_mode: "parallel" })).toEqual([]);
  expect(getFields({ ...there, routing_mode: "?" })).toEqual([]);
});

it("finds a quote's coordinates at their own paths", () => {
  const { pickup } = orderBodyWith(1);
  const quote = { pickup: pickup.address, dropoffs: [swapped] };
  expect(bodyLengthIssues(quote, "", MAX_METERS).map(({ field }) => field)).toEqual([
    "dropoffs.0.latitude",
    "dropoffs.0.longitude",
  ]);
});
