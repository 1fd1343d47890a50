import { expect, it } from "vitest";
import {
  type CourierMatchInput,
  isCourierStillSuitable,
  SAME_PICKUP_METERS,
} from "@/lib/orders/update/courier-match";
import { destinationPoint } from "@/lib/routing/path";

const at = (time: string) => new Date(`2026-11-21T${time}:00Z`);
const now = at("12:10");
const pickup = { latitude: 59.9354, longitude: 30.3254 };
const asap: CourierMatchInput = {
  pickup,
  deliveryTime: null,
  readyAt: null,
  windows: [],
  dispatchAt: at("12:00"),
};
const due: CourierMatchInput = {
  pickup,
  deliveryTime: at("12:30"),
  readyAt: null,
  windows: [],
  dispatchAt: at("12:05"),
};
const early: CourierMatchInput = {
  pickup,
  deliveryTime: at("18:00"),
  readyAt: null,
  windows: [],
  dispatchAt: at("17:35"),
};
const moved = (meters: number) => ({ pickup: destinationPoint(pickup, 45, meters) });

it.each([
  ["nothing has changed", asap, {}, true],
  ["an immediate delivery is put off", asap, { deliveryTime: at("18:00"), dispatchAt: at("17:35") }, false],
  ["a delivery that was due is put off", due, { deliveryTime: at("18:00"), dispatchAt: at("17:35") }, false],
  [
    "a delivery is put off, but the courier still has to leave now",
    due,
    { deliveryTime: at("12:35"), dispatchAt: at("12:10") },
    true,
  ],
  ["the goods are ready later", asap, { readyAt: at("14:20"), dispatchAt: at("14:05") }, false],
  [
    "the goods are ready later, but the courier still has to leave now",
    asap,
    { readyAt: at("12:25"), dispatchAt: at("12:10") },
    true,
  ],
  ["only the dispatch time becomes later", due, { dispatchAt: at("12:15") }, true],
  ["a scheduled delivery becomes immediate", due, { deliveryTime: null, dispatchAt: at("12:00") }, true],
  ["an order assigned early keeps its time", early, {}, true],
  [
    "an order assigned early is brought forward",
    early,
    { deliveryTime: at("17:00"), dispatchAt: at("16:35") },
    true,
  ],
  ["the pickup moves next door", asap, moved(SAME_PICKUP_METERS - 5), true],
  ["the pickup moves elsewhere", asap, moved(SAME_PICKUP_METERS + 5), false],
])("an order correctly keeps or loses its courier when %s", (_, before, change, stays) => {
  expect(isCourierStillSuitable(before, { ...before, ...change }, now)).toBe(stays);
});
