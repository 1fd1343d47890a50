import type { Stretch } from "@/bench/arrivals/course-clock";
import { getLeg, getStop, type Remaining } from "@/bench/arrivals/remaining";
import type { Delivery, Draw } from "@/bench/arrivals/world";
import { MINUTE_MS } from "@/lib/duration";
import type { Point } from "@/lib/point";
import type { ArrivalEstimate } from "@/lib/tracking/arrivals/arrival-window";
import {
  toDoorGroups,
  toDriveGroups,
  toOfferGroups,
  toPeriod,
  toWaitGroups,
} from "@/lib/tracking/arrivals/duration-groups";
import { type DurationModel, toDriveRatio } from "@/lib/tracking/arrivals/duration-model";
import { estimateSteps, type Step, toArrivalEstimate } from "@/lib/tracking/arrivals/estimate-steps";
import type { Observation } from "@/lib/tracking/arrivals/fit-durations";

/** A Monday's midnight in the time zone of the city's center. */
const MIDNIGHT = Date.UTC(2026, 0, 4, 21);
const CENTER = { latitude: 59.93, longitude: 30.33 };
const KM = { latitude: 1 / 111.2, longitude: 1 / 55.8 };

export const toDate = (minute: number): Date => new Date(MIDNIGHT + Math.round(minute * MINUTE_MS));
export const toMinute = (at: Date): number => (at.getTime() - MIDNIGHT) / MINUTE_MS;

const toPoint = ({ x, y }: { readonly x: number; readonly y: number }): Point => ({
  latitude: CENTER.latitude + y * KM.latitude,
  longitude: CENTER.longitude + x * KM.longitude,
});

type Place = Pick<Stretch, "kind" | "part" | "index">;

/** The groups as the service knows them. */
function toGroups(delivery: Delivery, period: string, plannedMinutes: number, place: Place) {
  const { vehicle, shop } = delivery;
  const getDoor = () => getStop(delivery, place).door;
  return {
    offer: () => toOfferGroups(period),
    wait: () => toWaitGroups(period, toPoint(shop), shop.name),
    drive: () =>
      toDriveGroups(period, {
        vehicle,
        plannedSeconds: plannedMinutes * 60,
        to: toPoint(getLeg(delivery, place).to),
      }),
    door: () => {
      const { floor, handover, size } = getDoor();
      return toDoorGroups(toPoint(getDoor()), {
        isInPerson: handover === "proof" || handover === "code",
        hasCode: handover === "code",
        isDoorstep: handover !== "outside",
        floor,
        cargoSize: size,
      });
    },
  };
}

const toDeliveryPeriod = ({ startsAt, shop }: Delivery): string => toPeriod(toDate(startsAt), toPoint(shop));

/** By dropoff; null for one that is reached. */
export function estimateRemaining(
  model: DurationModel,
  delivery: Delivery,
  remaining: readonly Remaining[],
  now: number,
): (ArrivalEstimate | null)[] {
  const period = toDeliveryPeriod(delivery);
  const steps = remaining.map((one): Step => {
    const groups = toGroups(delivery, period, one.plannedMinutes, one);
    const elapsedSeconds = one.elapsedMinutes * 60;
    if (one.kind === "drive")
      return { kind: "drive", groups: groups.drive(), plannedSeconds: one.plannedMinutes * 60 };
    if (one.kind === "offer") return { kind: "offer", groups: groups.offer(), elapsedSeconds };
    if (one.kind === "door") return { kind: "door", groups: groups.door(), elapsedSeconds };
    const secondsUntilReady = Math.max(0, ((one.readyAt ?? 0) - now) * 60);
    return { kind: "wait", groups: groups.wait(), elapsedSeconds, secondsUntilReady };
  });
  const estimates: (ArrivalEstimate | null)[] = delivery.dropoffs.map(() => null);
  for (const [place, duration] of estimateSteps(model, steps).entries()) {
    const step = remaining[place];
    if (step?.kind !== "drive" || step.part !== "dropoff") continue;
    estimates[step.index] = toArrivalEstimate(duration, toDate(now));
  }
  return estimates;
}

/** Taps that came together or were forgotten, and lost positions. */
const CORRUPT = 0.02;

/** The durations of a delivery that the service has stored. */
export function observe(
  draw: Draw,
  delivery: Delivery,
  stretches: readonly Stretch[],
  now: number,
): Observation[] {
  const period = toDeliveryPeriod(delivery);
  return stretches.map((stretch): Observation => {
    const plannedMinutes = stretch.kind === "drive" ? getLeg(delivery, stretch).plannedMinutes : 0;
    const groups = toGroups(delivery, period, plannedMinutes, stretch);
    const corruption = draw() < CORRUPT ? (draw() < 0.5 ? 0.02 : 40) : 1;
    const seconds = (stretch.to - stretch.since) * 60 * corruption;
    const stop = stretch.part === "earlier" || stretch.part === "dropoff" ? stretch.index : 0;
    const of = {
      ageDays: (now - stretch.to) / 1_440,
      orderId: BigInt(delivery.id),
      recipient:
        (stretch.part === "earlier" ? delivery.earlier : delivery.dropoffs)[stop]?.door.recipient ?? "",
    };
    if (stretch.kind === "drive")
      return {
        kind: "drive",
        groups: groups.drive(),
        value: toDriveRatio(seconds, plannedMinutes * 60),
        ...of,
      };
    if (stretch.kind === "wait") return { kind: "wait", groups: groups.wait(), value: seconds, ...of };
    if (stretch.kind === "offer") return { kind: "offer", groups: groups.offer(), value: seconds, ...of };
    return { kind: "door", groups: groups.door(), value: seconds, ...of };
  });
}
