import { describe, expect, it } from "vitest";
import { applyStep, type CourierTask, findNextStep } from "@/lib/orders/fulfillment/courier-task";
import type { CourierStep } from "@/lib/orders/progress";
import { PLAIN_CARRIED_DROPOFF } from "@/testing/dropoff-values";

const address = {
  latitude: 59.93,
  longitude: 30.33,
  area: "Санкт-Петербург",
  street: "Невский проспект",
  building: "28",
  apartment: null,
  entrance: null,
  floor: null,
  intercom: null,
  instructions: null,
};
const contact = { value: "+78125550100", name: null, type: "phone" } as const;
const proof = { photo: false, code: false, signature: false };
const stop = { address, contact, proof, codeTriesLeft: 5, isCodeOverridden: false };
const dropoff = {
  ...stop,
  ...PLAIN_CARRIED_DROPOFF,
  cargoSize: "S",
  payment: null,
  distanceMeters: 1200,
  durationSeconds: 300,
  arrivedAt: null,
  deliveredAt: null,
  failedAt: null,
  failureCode: null,
  attempts: 0,
  resolution: null,
  answerUntil: null,
  note: null,
  request: null,
  isDecided: false,
} as const;
const job: CourierTask = {
  orderId: "7",
  orderCode: "AB12",
  status: "assigned",
  deliveryTime: null,
  comment: null,
  acceptedAt: null,
  arrivedAt: null,
  pickup: stop,
  dropoffs: [dropoff, dropoff],
  ifUndeliverable: "ask",
  waitingMinutes: 10,
  returnState: null,
  returnArrivedAt: null,
  shop: { name: "Полка" },
  payRubles: null,
  offer: null,
  way: [],
  takeover: null,
};

const WHOLE_WAY: readonly CourierStep[] = [
  { type: "accept" },
  { type: "arrive_at_pickup" },
  { type: "pick_up" },
  { type: "arrive", dropoff: 0 },
  { type: "hand_over", dropoff: 0 },
  { type: "arrive", dropoff: 1 },
  { type: "hand_over", dropoff: 1 },
];
const AT = "2026-11-21T10:00:00.000Z";

describe("a carried order on a phone", () => {
  it("requires each step in order until everything is handed over", () => {
    let now = job;
    for (const step of WHOLE_WAY) {
      expect(findNextStep(now)).toEqual(step);
      now = applyStep(now, step, AT);
    }
    expect([now.status, findNextStep(now)]).toEqual(["delivered", null]);
  });

  it("is not changed by a step that is already done or not yet possible", () => {
    const carried = applyStep(job, { type: "pick_up" }, AT);
    expect(applyStep(carried, { type: "accept" }, AT)).toBe(carried);
    expect(applyStep(carried, { type: "hand_over", dropoff: 1 }, AT)).toBe(carried);
    expect(applyStep(job, { type: "hand_over", dropoff: 0 }, AT)).toBe(job);
  });

  it("counts as accepted and arrived at the pickup once picked up, as on the server", () => {
    const carried = applyStep(job, { type: "pick_up" }, AT);
    expect([carried.status, carried.acceptedAt, carried.arrivedAt]).toEqual(["in_progress", AT, AT]);
    expect(applyStep(carried, { type: "hand_over", dropoff: 0 }, AT).dropoffs[0]?.arrivedAt).toBe(AT);
  });
});
