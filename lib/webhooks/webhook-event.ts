import * as z from "zod";
import type { NewEvent } from "@/lib/events/new-event";
import { type Cancellation, composeEvent, eventResource, ORDER_EVENTS } from "@/lib/orders/event";
import type { OrderStatus } from "@/lib/orders/order";
import { type OrderResponse, type StopResource, toStopResource } from "@/lib/orders/resource";
import type { StopState } from "@/lib/orders/stop-state";

/** Sent to endpoints, but not in the journal. */
export const POSITION_EVENT = "driver.location_updated";

export const WEBHOOK_EVENTS = [...ORDER_EVENTS, POSITION_EVENT] as const;

export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

export const TEST_EVENTS = ["webhook.test", ...WEBHOOK_EVENTS] as const;

export type TestEventType = (typeof TEST_EVENTS)[number];

export function eventName(type: TestEventType): string {
  return type.replace(/(^|[._])([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

export function webhookPayload(type: TestEventType) {
  return eventResource.extend({ event: z.literal(type) }).meta({ id: `${eventName(type)}Event` });
}

const SAMPLES: Readonly<Record<TestEventType, readonly [status: OrderStatus, sequence: number]>> = {
  "webhook.test": ["new", 1],
  "order.created": ["new", 1],
  "order.updated": ["new", 2],
  "order.courier_not_found": ["new", 2],
  "order.assigned": ["assigned", 2],
  "order.driver_changed": ["assigned", 3],
  "order.in_progress": ["in_progress", 3],
  "order.stop_completed": ["in_progress", 4],
  "order.stop_failed": ["in_progress", 4],
  "order.return_started": ["in_progress", 5],
  "order.returned": ["in_progress", 6],
  "order.proof_added": ["delivered", 5],
  "order.delivered": ["delivered", 4],
  "order.cancelled": ["cancelled", 2],
  "driver.location_updated": ["in_progress", 3],
};

const CANCELLATION: Cancellation = { reason: "customer_changed_mind", comment: null };

export const EXAMPLE_DRIVER: NonNullable<OrderResponse["driver"]> = {
  name: "Aleksey Gromov",
  phone: "+37360555001",
  transport: { type: "car", make: "Dacia", model: "Logan", color: "white", number: "ABC123" },
};

/** Moves a sample to the served city. */
export type PlaceSample = <Sample>(sample: Sample) => Sample;

const keepPlace: PlaceSample = (sample) => sample;

/** Describes a fictitious order; `test` is true even for a live endpoint. */
export function buildSampleEvent(
  type: TestEventType,
  parts: { id: string; at: Date; publicUrl: string; place?: PlaceSample | undefined },
): NewEvent<TestEventType> {
  const { place = keepPlace } = parts;
  const [status, sequence] = SAMPLES[type];
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
    driver: isUnderWay || status === "delivered" ? EXAMPLE_DRIVER : null,
    driver_location: isUnderWay
      ? { latitude: 47.02714, longitude: 28.84827, heading: 95, updated_at: parts.at.toISOString() }
      : null,
    return: findReturn(type, parts.at),
    metadata: {},
    held_reason: null,
    ready_at: null,
    delivery_mode: "shared",
    delivery_window: null,
    stops_before: null,
  };
  return composeEvent({
    id: parts.id,
    type,
    mode: "test",
    sequence,
    createdAt: parts.at,
    order: place(order),
    cancellation: type === "order.cancelled" ? CANCELLATION : null,
    stop: place(getStop(type, parts.at)),
  });
}

function findReturn(type: TestEventType, at: Date): OrderResponse["return"] {
  if (type !== "order.return_started" && type !== "order.returned") return null;
  const isOver = type === "order.returned";
  return {
    state: isOver ? "returned" : "on_the_way",
    price: 0,
    eta: isOver ? null : new Date(at.getTime() + 20 * 60_000).toISOString(),
    driver_location: null,
  };
}

function getStop(type: TestEventType, at: Date): StopResource | null {
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
    metadata: {},
    deliveryWindow: null,
  };
  return toStopResource(stop, null);
}

const EXAMPLE_ID = "01890c5e-7b1f-7e3a-9c58-2f1d6a4b8e90";

export function eventExamples(
  publicUrl: string,
  at: Date,
  place: PlaceSample,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    WEBHOOK_EVENTS.map((type) => {
      const { body } = buildSampleEvent(type, { id: EXAMPLE_ID, at, publicUrl, place });
      return [type, JSON.stringify(JSON.parse(body), null, 2)];
    }),
  );
}
