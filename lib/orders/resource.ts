import * as z from "zod";
import { POSITION_FRESHNESS_MS } from "@/lib/couriers/freshness";
import { ORDER_STATUSES, type OrderStatus } from "@/lib/orders/order";
import { trackingUrl } from "@/lib/orders/tracking-token";
import { type Kopecks, toRubles } from "@/lib/pricing/money";

const timestamp = z.iso.datetime();

const driver = z
  .object({
    name: z.string(),
    phone: z.string(),
    transport: z
      .object({
        type: z.string(),
        make: z.string(),
        model: z.string(),
        color: z.string(),
        number: z.string(),
      })
      .partial(),
  })
  .meta({ id: "Driver" });

const driverLocation = z
  .object({
    latitude: z.number(),
    longitude: z.number(),
    heading: z.number().meta({ description: "Degrees clockwise from true north, 0 to 360." }),
    updated_at: timestamp,
  })
  .meta({ id: "DriverLocation" });

const statusChange = z
  .object({ status: z.enum(ORDER_STATUSES), changed_at: timestamp })
  .meta({ id: "StatusChange" });

const arrival = z.object({ from: timestamp, to: timestamp }).meta({ id: "ArrivalWindow" });

/** Order, as the API answers it and webhooks carry it (spec, Order response object). */
export const orderResource = z
  .object({
    external_order_id: z.string().meta({ description: "The client's identifier." }),
    order_code: z.string().meta({ description: "Human-readable code assigned by the service." }),
    status: z.enum(ORDER_STATUSES),
    price: z.number().nullable().meta({ description: "Delivery price in RUB." }),
    tracking_url: z.string().nullable().meta({
      description:
        "Public tracking page of the whole order, safe to forward to the recipient. Null when the order has no link; reads never create one.",
    }),
    tracking_urls: z.array(z.string()).nullable().meta({
      description: "One page per dropoff, in their order. Null for a single dropoff or without a link.",
    }),
    delivered_at: timestamp.nullable().meta({ description: "When the order completed." }),
    driver: driver.nullable().meta({
      description:
        "Null until a courier is assigned, and between two couriers: after the first handed the order back, or an edit freed them, until another one has it.",
    }),
    driver_location: driverLocation.nullable().meta({
      description:
        "Only while assigned or in_progress, and only a position received less than 30 minutes ago.",
    }),
  })
  .meta({ id: "Order" });

/** An order that was read alone: with its history, and when it may arrive. */
export const orderWithHistoryResource = orderResource
  .extend({
    status_changes: z.array(statusChange).meta({ description: "Oldest first; the first is `new`." }),
    estimated_arrivals: z.array(arrival.nullable()).nullable().meta({
      description:
        "When the courier may be expected at each dropoff, in their order; null for one that has been handed over. Null altogether unless the order is on its way and its courier was seen within five minutes. An addition of Dropline.",
    }),
  })
  .meta({ id: "OrderWithHistory" });

/** Answer of the tracking link operation (spec, LINK-2). */
export const trackingLinkResource = orderResource
  .pick({ external_order_id: true, order_code: true, tracking_url: true, tracking_urls: true })
  .meta({ id: "TrackingLink" });

export type OrderResource = z.infer<typeof orderResource>;

/** What the answers about an order are made from; one row of the store. */
export interface OrderView {
  readonly externalOrderId: string;
  readonly orderCode: string;
  readonly status: OrderStatus;
  readonly price: Kopecks | null;
  readonly trackingToken: string | null;
  /** One per dropoff, in dropoff order. */
  readonly dropoffTokens: readonly (string | null)[];
  readonly deliveredAt: Date | null;
  readonly driver: {
    readonly name: string;
    readonly phone: string;
    readonly transport: Readonly<Record<"type" | "make" | "model" | "color" | "number", string | null>>;
  } | null;
  readonly position: {
    readonly latitude: number;
    readonly longitude: number;
    readonly heading: number;
    readonly receivedAt: Date;
  } | null;
}

/** What an answer depends on besides the order: the instant of the 30-minute rule, and where pages live. */
export interface Viewpoint {
  readonly now: Date;
  readonly publicUrl: string;
}

export function toOrderResource(order: OrderView, viewpoint: Viewpoint): OrderResource {
  return {
    external_order_id: order.externalOrderId,
    order_code: order.orderCode,
    status: order.status,
    price: order.price === null ? null : toRubles(order.price),
    ...trackingLinks(order, viewpoint.publicUrl),
    delivered_at: order.deliveredAt?.toISOString() ?? null,
    driver: order.driver && {
      name: order.driver.name,
      phone: order.driver.phone,
      transport: Object.fromEntries(
        Object.entries(order.driver.transport).filter(([, value]) => value !== null),
      ) as Record<string, string>,
    },
    driver_location: driverLocationOf(order, viewpoint.now),
  };
}

export function toTrackingLinkResource(
  order: OrderView,
  publicUrl: string,
): z.infer<typeof trackingLinkResource> {
  return {
    external_order_id: order.externalOrderId,
    order_code: order.orderCode,
    ...trackingLinks(order, publicUrl),
  };
}

/** The order's links: of the whole order, and of each dropoff when there are several. */
function trackingLinks(
  order: OrderView,
  publicUrl: string,
): Pick<OrderResource, "tracking_url" | "tracking_urls"> {
  const tokens = order.dropoffTokens.filter((token) => token !== null);
  const isComplete = tokens.length > 1 && tokens.length === order.dropoffTokens.length;
  return {
    tracking_url: order.trackingToken === null ? null : trackingUrl(publicUrl, order.trackingToken),
    tracking_urls: isComplete ? tokens.map((token) => trackingUrl(publicUrl, token)) : null,
  };
}

function driverLocationOf(order: OrderView, now: Date): OrderResource["driver_location"] {
  const { position, status } = order;
  if (position === null || (status !== "assigned" && status !== "in_progress")) return null;
  if (now.getTime() - position.receivedAt.getTime() >= POSITION_FRESHNESS_MS) return null;
  return {
    latitude: position.latitude,
    longitude: position.longitude,
    heading: position.heading,
    updated_at: position.receivedAt.toISOString(),
  };
}
