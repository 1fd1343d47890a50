import type {
  DropoffState,
  LinkState,
  OrderState,
  StopState,
  TimelineItem,
  WebhookState,
} from "@/components/order/order-state";
import type { EventResource } from "@/lib/orders/event";
import type { WholeOrder } from "@/lib/orders/file/find-whole-order";
import { previewCancellation } from "@/lib/orders/file/preview-cancellation";
import type { TimelineEntry } from "@/lib/orders/file/timeline";
import { effectivePayment, isAllowed, type Pickup } from "@/lib/orders/order";
import { toOrderResource, type Viewpoint } from "@/lib/orders/resource";
import { DROPOFF_FIELDS, seen } from "@/lib/orders/stop-fields";
import { trackingUrl } from "@/lib/orders/tracking-token";
import { toRubles } from "@/lib/pricing/money";
import { drivenLegs } from "@/lib/routing/driven-legs";
import { encodePolyline } from "@/lib/routing/polyline";
import type { ArrivalWindow } from "@/lib/tracking/eta";
import type { OrderDelivery, OrderWebhooks } from "@/lib/webhooks/delivery";

/** An order as its page shows it. Two states of one order are equal exactly when the page looks the same. */
export function describeOrder(
  whole: WholeOrder,
  { arrivals, webhooks }: { arrivals: readonly (ArrivalWindow | null)[] | null; webhooks: OrderWebhooks },
  viewpoint: Viewpoint,
): OrderState {
  const { order, details, trip, progress } = whole;
  const { scope } = order;
  const resource = toOrderResource(order, viewpoint);
  const lines = linesOf(whole);
  const isSingle = order.dropoffTokens.length === 1;
  return {
    code: order.orderCode,
    externalOrderId: order.externalOrderId,
    mode: scope.mode,
    status: order.status,
    isOver: order.status === "delivered" || order.status === "cancelled",
    createdAt: order.createdAt.toISOString(),
    deliveredAt: iso(order.deliveredAt),
    deliveryTime: iso(details.deliveryTime),
    comment: details.comment,
    routingMode: details.routingMode,
    price: resource.price,
    isQuoted: whole.quoteId !== null,
    distanceMeters: trip.distanceMeters,
    durationSeconds: trip.durationSeconds,
    driver: resource.driver,
    acceptedAt: iso(progress.acceptedAt),
    position: resource.driver_location,
    stops: [
      stopOf(details.pickup, progress.arrivedAt, null),
      ...details.dropoffs.map((dropoff, index) =>
        stopOf(
          dropoff,
          progress.dropoffs[index]?.arrivedAt ?? null,
          dropoffOf(whole, index, lines[index] ?? "", arrivals?.[index] ?? null),
        ),
      ),
    ],
    cancellation: whole.cancellation,
    timeline: whole.timeline.map(itemOf),
    isTimelineCut: whole.isTimelineCut,
    links: [
      ...linksOf([order.trackingToken], () => null, viewpoint.publicUrl),
      ...linksOf(order.dropoffTokens, (index) => index + 1, viewpoint.publicUrl),
    ],
    webhooks: webhooks.deliveries.map(webhookOf),
    areWebhooksCut: webhooks.isCut,
    lacksLinks: order.trackingToken === null || (!isSingle && order.dropoffTokens.includes(null)),
    resource,
    cancelEvent: isAllowed("cancel", order.status) ? cancelEventOf(whole, viewpoint.publicUrl) : null,
  };
}

function iso(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}

function stopOf(
  { address, contact }: Pickup,
  arrivedAt: Date | null,
  dropoff: DropoffState | null,
): StopState {
  return { address, contact, arrivedAt: iso(arrivedAt), dropoff };
}

/** The ways as they are driven, in dropoff order. */
function linesOf({ details: { pickup, dropoffs, routingMode }, trip, way }: WholeOrder): string[] {
  const routed = dropoffs.map(({ address: { latitude, longitude } }, index) => ({
    latitude,
    longitude,
    geometry: trip.legs[index]?.geometry ?? null,
    durationSeconds: trip.legs[index]?.durationSeconds ?? null,
  }));
  return drivenLegs(pickup.address, routed, routingMode, way).map(({ path }) => encodePolyline(path));
}

function dropoffOf(
  { details, trip, progress, surcharges }: WholeOrder,
  index: number,
  line: string,
  arrival: ArrivalWindow | null,
): DropoffState {
  const [dropoff, leg, surcharge] = [details.dropoffs[index], trip.legs[index], surcharges[index]];
  if (dropoff === undefined || leg === undefined || surcharge === undefined) {
    throw new Error("A dropoff has a priced leg.");
  }
  const { type, amount } = effectivePayment(details, index);
  return {
    ...seen(DROPOFF_FIELDS, "shop", dropoff),
    buyout: amount === null ? null : { type, rubles: toRubles(amount) },
    leg: {
      distanceMeters: leg.distanceMeters,
      durationSeconds: leg.durationSeconds,
      cargoSize: leg.cargoSize,
      price: toRubles(leg.price),
      surcharge: toRubles(surcharge),
      line,
    },
    deliveredAt: iso(progress.dropoffs[index]?.deliveredAt ?? null),
    arrival: arrival && { from: arrival.from.toISOString(), to: arrival.to.toISOString() },
  };
}

function itemOf({ at, ...entry }: TimelineEntry): TimelineItem {
  return { ...entry, at: at.toISOString() };
}

function linksOf(
  tokens: readonly (string | null)[],
  dropoffOf: (index: number) => number | null,
  publicUrl: string,
): LinkState[] {
  return tokens.flatMap((token, index) =>
    token === null ? [] : [{ dropoff: dropoffOf(index), url: trackingUrl(publicUrl, token), token }],
  );
}

function webhookOf({ id, eventType, sequence, ...delivery }: OrderDelivery): WebhookState {
  return { ...delivery, id: String(id), event: { type: eventType, sequence } };
}

function cancelEventOf(whole: WholeOrder, publicUrl: string): EventResource {
  // An instant that does not pass keeps equal states equal; the page puts the present one in its place.
  const viewpoint = { now: whole.order.createdAt, publicUrl };
  // composeEvent serialises an EventResource.
  return JSON.parse(
    previewCancellation(whole.order, { reason: "", comment: null }, viewpoint).body,
  ) as EventResource;
}
