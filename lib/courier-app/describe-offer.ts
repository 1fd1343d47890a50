import { type AppState, listRemainingStops, type OfferedTask } from "@/lib/courier-app/app-state";
import type { CourierTask, CourierTaskStop } from "@/lib/orders/fulfillment/courier-task";
import { isSamePoint, type Point } from "@/lib/point";
import { estimateLeg } from "@/lib/routing/estimate";
import type { Leg } from "@/lib/routing/trip";

export interface OfferedStop {
  readonly address: CourierTaskStop["address"];
  readonly isPickup: boolean;
  /** The leg that leads there; null if it is unknown, or other stops come before it. */
  readonly leg: Leg | null;
}

/** The stops, distance and time that offers add to a courier's route. */
export interface OfferDescription {
  /** In the sequence of the visits. */
  readonly stops: readonly OfferedStop[];
  readonly meters: number;
  readonly seconds: number;
  /** Whether the courier has other orders. */
  readonly isAddition: boolean;
}

/** Legs of several orders, and of one that is added to others, are estimated. */
export function describeOffer(
  state: AppState,
  offers: readonly [OfferedTask, ...OfferedTask[]],
): OfferDescription {
  const [{ offer, ...first }] = offers;
  const ids = new Set(offers.map(({ orderId }) => orderId));
  const remaining = listRemainingStops(state).map(({ task, stop: { stopPosition } }) => ({
    task,
    isPickup: stopPosition === 0,
    address: (task.dropoffs[stopPosition - 1] ?? task.pickup).address,
  }));
  const others = remaining.filter(({ task }) => task.acceptedAt !== null);
  const isAddition = others.length > 0;
  if (!isAddition && offers.length === 1) {
    const legs = [...(offer.toPickup === null ? [] : [offer.toPickup]), ...offer.toDropoffs];
    return { ...sum(legs), stops: listStops(first, offer), isAddition };
  }
  const from = offer.from ?? others[0]?.address ?? first.pickup.address;
  const offered = remaining.filter(({ task }) => ids.has(task.orderId));
  const present = sumTrip(from, others);
  const after = sumTrip(
    from,
    remaining.filter((stop) => others.includes(stop) || offered.includes(stop)),
  );
  const stops = offered.filter(({ isPickup, address }, index) => {
    const before = offered[index - 1];
    return !isPickup || before === undefined || !isSamePoint(before.address, address);
  });
  return {
    stops: stops.map(({ isPickup, address }) => ({ isPickup, address, leg: null })),
    meters: Math.max(0, after.meters - present.meters),
    seconds: Math.max(0, after.seconds - present.seconds),
    isAddition,
  };
}

function listStops(
  { pickup, dropoffs }: Pick<CourierTask, "pickup" | "dropoffs">,
  offer: OfferedTask["offer"],
): OfferedStop[] {
  return [
    { address: pickup.address, isPickup: true, leg: offer.toPickup },
    ...dropoffs.map(({ address }, index) => ({
      address,
      isPickup: false,
      leg: offer.toDropoffs[index] ?? null,
    })),
  ];
}

const sumTrip = (from: Point, stops: readonly Pick<OfferedStop, "address">[]) =>
  sum(stops.map(({ address }, index) => estimateLeg(stops[index - 1]?.address ?? from, address)));

const sum = (legs: readonly Leg[]) => ({
  meters: legs.reduce((meters, leg) => meters + leg.distanceMeters, 0),
  seconds: legs.reduce((seconds, leg) => seconds + leg.durationSeconds, 0),
});
