import type { ShopBranding } from "@/lib/accounts/shop-identity";
import { NOT_STARTED } from "@/lib/orders/progress";
import type { Point } from "@/lib/point";
import type { DemoAddress } from "@/lib/sandbox/demo/demo-places";
import type { ExampleTrip } from "@/lib/sandbox/demo/example-trip";
import { toDoorGroups } from "@/lib/tracking/arrivals/duration-groups";
import { PRIOR_MODEL } from "@/lib/tracking/arrivals/duration-model";
import { listSituations } from "@/lib/tracking/arrivals/list-situations";
import { listMovedArrivals } from "@/lib/tracking/arrivals/shown-arrival";
import type { TrackedOrder, TrackedStop } from "@/lib/tracking/tracked-order";

const DRIVEN = 0.4;
const NO_ID = "00000000-0000-0000-0000-000000000000";
const STEP_MS = 7 * 60_000;

export function exampleTracking(
  trip: ExampleTrip,
  shop: ShopBranding,
  courier: NonNullable<TrackedOrder["courier"]>,
  now: Date,
): TrackedOrder {
  const ago = (steps: number) => new Date(now.getTime() - steps * STEP_MS);
  const here: Point = trip.path[Math.floor(trip.path.length * DRIVEN)] ?? trip.shop;
  const order: TrackedOrder = {
    id: 0n,
    version: 1,
    accountId: NO_ID,
    orderCode: "WG46-GDM8",
    isTest: false,
    shop,
    status: "in_progress",
    deliveryTime: null,
    readyAt: null,
    windowOpenUntil: null,
    dropoff: null,
    history: (["in_progress", "assigned", "new"] as const)
      .map((status, index) => ({ status, at: ago(index + 0.5) }))
      .reverse(),
    arrivedAtPickup: ago(1),
    wasAccepted: false,
    isHeld: false,
    planned: null,
    pickup: stopAt(trip.shop),
    dropoffs: [stopAt(trip.door)],
    takeover: null,
    approach: null,
    legs: [{ path: trip.path, durationSeconds: trip.durationSeconds }],
    returnState: null,
    returnedAt: null,
    cancelledBy: null,
    cancelReason: null,
    code: null,
    photos: [],
    arrivals: new Map(),
    courierId: NO_ID,
    courier,
    position: { ...here, heading: 0, recordedAt: now, receivedAt: now },
    isNext: true,
    isAtStopOfOthers: false,
    stopsOfOthers: [],
    othersBefore: [],
    earlierPosition: here,
    speed: 1,
    durations: PRIOR_MODEL,
  };
  return { ...order, arrivals: listMovedArrivals(order.arrivals, listSituations(order, now), now) };
}

const stopAt = (place: DemoAddress): TrackedStop => ({
  ...place,
  ...NOT_STARTED,
  note: null,
  isNoteSeen: false,
  messages: null,
  request: null,
  mayDecide: false,
  deliveryWindow: null,
  isInPerson: false,
  waiting: null,
  feedback: null,
  feedbackText: null,
  failureCode: null,
  signerName: null,
  needsCode: false,
  isCodeBlocked: false,
  asksPhoto: false,
  given: ["entrance", "floor"],
  buyoutRubles: null,
  paymentType: "cash",
  door: toDoorGroups(place, {
    isInPerson: false,
    hasCode: false,
    isDoorstep: true,
    floor: null,
    cargoSize: "S",
  }),
});
