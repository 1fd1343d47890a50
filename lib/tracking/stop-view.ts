import {
  ADDRESS_FIELDS,
  DROPOFF_FIELDS,
  type StopFields,
  type VisibleFields,
  visibleFields,
} from "@/lib/orders/stop-fields";
import { dropoffOutcome } from "@/lib/tracking/dropoff-outcome";
import type { TrackedOrder, TrackedStop } from "@/lib/tracking/tracked-order";

/** Fields that readers of other links may not see are null. */
type VisibleStop<Fields extends StopFields> = PartialStop<
  VisibleFields<Fields, "recipient">,
  VisibleFields<Fields, "reader">
>;
type PartialStop<Whole, Part> = {
  readonly [Name in keyof Whole]: Whole[Name] | (Name extends keyof Part ? never : null);
};

export interface StopView extends VisibleStop<typeof ADDRESS_FIELDS>, VisibleStop<typeof DROPOFF_FIELDS> {
  readonly kind: "pickup" | "dropoff";
  readonly number: number;
  readonly state: "waiting" | "next" | "here" | "done" | "left" | "failed" | "returned" | "cancelled";
  readonly doneAt: Date | null;
}

/** A dropoff's link shows the pickup and that dropoff only. */
export function buildStopViews(order: TrackedOrder, next: number | null): StopView[] {
  const { pickup, dropoffs, dropoff: own } = order;
  const first: StopView = {
    kind: "pickup",
    number: 0,
    ...toVisibleStop(pickup, true),
    state: pickupState(order),
    doneAt: order.history.find((change) => change.status === "in_progress")?.at ?? null,
  };
  const isAlone = dropoffs.length === 1;
  const rest = dropoffs.map(
    (stop, index): StopView => ({
      kind: "dropoff",
      number: index + 1,
      ...toVisibleStop(stop, isAlone || index === own),
      state: dropoffState(order, stop, index === next, isAlone || index === own),
      doneAt: stop.deliveredAt,
    }),
  );
  return [first, ...rest.filter((_, index) => own === null || index === own)];
}

function toVisibleStop(
  stop: TrackedStop,
  isOwn: boolean,
): VisibleStop<typeof ADDRESS_FIELDS> & VisibleStop<typeof DROPOFF_FIELDS> {
  const own = {
    ...visibleFields(ADDRESS_FIELDS, "recipient", stop),
    ...visibleFields(DROPOFF_FIELDS, "recipient", stop),
  };
  if (isOwn) return own;
  const hidden = Object.fromEntries(Object.keys(own).map((name) => [name, null]));
  return {
    ...(hidden as Record<keyof typeof own, null>),
    ...visibleFields(ADDRESS_FIELDS, "reader", stop),
    ...visibleFields(DROPOFF_FIELDS, "reader", stop),
  };
}

function pickupState(order: TrackedOrder): StopView["state"] {
  const { status, history, courier, arrivedAtPickup } = order;
  if (status === "delivered" || status === "in_progress") return "done";
  if (history.some((change) => change.status === "in_progress")) return "done";
  if (status === "cancelled") return status;
  if (status === "new" || courier === null) return "waiting";
  return arrivedAtPickup === null ? "next" : "here";
}

function dropoffState(
  order: TrackedOrder,
  stop: TrackedStop,
  isNext: boolean,
  isOwn: boolean,
): StopView["state"] {
  const fate = dropoffOutcome(stop);
  if (fate === "done") return "done";
  // Only the recipient may learn that goods were left at the door.
  if (fate === "left") return isOwn ? "left" : "done";
  if (fate === "back") return order.returnState === "returned" ? "returned" : "failed";
  if (order.status === "delivered") return "done";
  if (order.status === "cancelled") return "cancelled";
  if (fate === "asked") return "failed";
  if (order.status !== "in_progress" || !isNext) return "waiting";
  return stop.arrivedAt === null ? "next" : "here";
}
