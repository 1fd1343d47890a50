import { expect, it } from "vitest";
import { readTypedBuilding } from "@/lib/city/geocoding/address-grammar";
import { readTypedPoint } from "@/lib/city/geocoding/read-typed-point";

it.each([
  ["47.0226, 28.8328", { latitude: 47.0226, longitude: 28.8328 }],
  ["-33.9, -70.65", { latitude: -33.9, longitude: -70.65 }],
  ["47.0226 28.8328", { latitude: 47.0226, longitude: 28.8328 }],
  ["91.0, 28.8", null],
  ["47.0, 181.5", null],
  ["47, 28", null],
  ["Pushkin 47.5", null],
  ["", null],
])("the text %j contains the coordinates %j", (text, point) => {
  expect(readTypedPoint(text)).toEqual(point);
});

it.each([
  ["str alba iulia 75", "Strada Alba Iulia", "75"],
  ["75 Pushkin St", "Pushkin Street", "75"],
  ["31 august 1989, 12a", "Strada 31 August 1989", "12a"],
  ["31 august 1989", "Strada 31 August 1989", ""],
  ["Марата 30/2", "улица Марата", "30/2"],
  ["Марата", "улица Марата", ""],
])("the text %j on the street %j contains the house number %j", (text, street, building) => {
  expect(readTypedBuilding(text, street)).toBe(building);
});
