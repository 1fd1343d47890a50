import { expect, it } from "vitest";
import type { ExamplePlace } from "@/lib/docs/example-places";
import { placeSample } from "@/lib/docs/sample-town";
import { eventExamples } from "@/lib/webhooks/webhook-event";

const place = (latitude: number, street: string): ExamplePlace => ({
  latitude,
  longitude: -8.61,
  area: "Porto",
  street,
  building: "12",
});
const PORTO = {
  shop: place(41.15, "Rua das Flores"),
  door: place(41.16, "Rua do Almada"),
  phone: "+351912345678",
  timeZone: "Europe/Lisbon",
};

it("moves the points and phone numbers of the sample events to the served city", () => {
  const examples = eventExamples("https://drop.example", new Date("2026-11-21T12:00:00Z"), (sample) =>
    placeSample(sample, PORTO),
  );
  const values = [
    ...Object.values(examples)
      .join()
      .matchAll(/"(phone|latitude|longitude)": "?(\+351|-?\d+)/g),
  ];
  const kinds = new Set(values.map(([, field, start]) => `${field} ${start}`));
  expect([...kinds].toSorted()).toEqual(["latitude 41", "longitude -8", "phone +351"]);
});
