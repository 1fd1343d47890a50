import * as z from "zod";
import type { NewEvent } from "@/lib/events/new-event";
import type { Cancellation } from "@/lib/orders/event";
import { composeEvent, eventResource, ORDER_EVENTS } from "@/lib/orders/event";
import type { OrderStatus } from "@/lib/orders/order";
import { type OrderResponse, type StopResource, toStopResource } from "@/lib/orders/resource";
import type { StopState } from "@/lib/orders/stop-state";

/** The position of an order's courier; sent to subscribed endpoints, but not in the journal. */
export const POSITION_EVENT = "driver.location_updated";

/** Events to subscribe to. */
export const WEBHOOK_EVENTS = [...ORDER_EVENTS, POSITION_EVENT] as const;

export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/** The test events staff can send: one of its own kind, or a sample of any other. */
export const TEST_EVENTS = ["webhook.test", ...WEBHOOK_EVENTS] as const;

export type TestEventType = (typeof TEST_EVENTS)[number];

/** A type as a name in code: OrderCreated. */
export function eventName(type: TestEventType): string {
  return type.replace(/(^|[._])([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

/** The payload of each type; all have the same fields. */
export function webhookPayload(type: TestEventType) {
  return eventResource.extend({ event: z.literal(type) }).meta({ id: `${eventName(type)}Event` });
}

const STATUSES: Readonly<Record<TestEventType, OrderStatus>> = {
  "webhook.test": "new",
  "order.created": "new",
  "order.updated": "new",
  "order.courier_not_found": "new",
  "order.assigned": "assigned",
  "order.driver_changed": "assigned",
  "order.in_progress": "in_progress",
  "order.stop_completed": "in_progress",
  "order.stop_failed": "in_progress",
  "order.return_started": "in_progress",
  "order.returned": "in_progress",
  "order.proof_added": "delivered",
  "order.delivered": "delivered",
  "order.cancelled": "cancelled",
  "driver.location_updated": "in_progress",
};

const SEQUENCES: Readonly<Record<TestEventType, number>> = {
  "webhook.test": 1,
  "order.created": 1,
  "order.updated": 2,
  "order.courier_not_found": 2,
  "order.assigned": 2,
  "order.driver_changed": 3,
  "order.in_progress": 3,
  "order.stop_completed": 4,
  "order.stop_failed": 4,
  "order.return_started": 5,
  "order.returned": 6,
  "order.proof_added": 5,
  "order.delivered": 4,
  "order.cancelled": 2,
  "driver.location_updated": 3,
};

const CANCELLATION: Cancellation = { reason: "customer_changed_mind", comment: null };

/**
 * An event about an order that does not exist, as its names say: with the fields of a real one, and `test` true even
 * for a live endpoint.
 */
export function sampleEvent(
  type: TestEventType,
  parts: { id: string; at: Date; publicUrl: string },
): NewEvent<TestEventType> {
  const status = STATUSES[type];
  const isUnderWay = status === "assigned" || status === "in_progress";
  const order: OrderResponse = {
    external_order_id: "webhook-test",
    order_code: "TEST-TEST",
    status,
    price: 350,
    total: status === "cancelled" ? 0 : 350,
    routing: "roads",
    tracking_url: `${parts.publicUrl}/t/webhook-test`,
    tracking_urls: null,
    delivered_at: status === "delivered" ? parts.at.toISOString() : null,
    driver:
      isUnderWay || status === "delivered"
        ? {
            name: "Алексей Громов",
            phone: "+37360555001",
            transport: { type: "car", make: "Dacia", model: "Logan", color: "белый", number: "ABC123" },
          }
        : null,
    driver_location: isUnderWay
      ? { latitude: 47.02714, longitude: 28.84827, heading: 95, updated_at: parts.at.toISOString() }
      : null,
    return: returnOf(type, parts.at),
  };
  return composeEvent({
    id: parts.id,
    type,
    mode: "test",
    sequence: SEQUENCES[type],
    createdAt: parts.at,
    order,
    cancellation: type === "order.cancelled" ? CANCELLATION : null,
    stop: stopOf(type, parts.at),
  });
}

function returnOf(type: TestEventType, at: Date): OrderResponse["return"] {
  if (type !== "order.return_started" && type !== "order.returned") return null;
  const isOver = type === "order.returned";
  return {
    state: isOver ? "returned" : "on_the_way",
    price: 0,
    eta: isOver ? null : new Date(at.getTime() + 20 * 60_000).toISOString(),
    driver_location: null,
  };
}

/** The first dropoff: handed over, or nobody there. */
function stopOf(type: TestEventType, at: Date): StopResource | null {
  const isFailed = type === "order.stop_failed";
  if (!isFailed && type !== "order.stop_completed" && type !== "order.proof_added") return null;
  const arrivedAt = new Date(at.getTime() - 10 * 60_000);
  const stop: StopState = {
    index: 1,
    kind: "dropoff",
    outcome: isFailed ? "failed" : "done",
    place: { latitude: 47.03123, longitude: 28.866775 },
    arrivedAt,
    completedAt: isFailed ? null : at,
    failure: isFailed
      ? {
          code: "recipient_absent",
          comment: null,
          at,
          attempts: 1,
          calls: 3,
          resolution: "ask",
          answerUntil: new Date(at.getTime() + 15 * 60_000),
        }
      : null,
    decision: null,
    proof: {
      files: [],
      code: null,
      signerName: null,
      location: { latitude: 47.0313, longitude: 28.86676 },
    },
  };
  return toStopResource(stop, null);
}
