import type { Database } from "@/lib/db/client";
import type { OrderEventType } from "@/lib/orders/event";
import { ORDER_EVENTS } from "@/lib/orders/event";
import { SCENARIOS, type Scenario } from "@/lib/sandbox/scenario";
import { ApiClient, orderBodyWith } from "@/testing/api-client";
import { type ReceivedRequest, type Receiver, startReceiver } from "@/testing/receiver";
import { type Client, makeClient } from "@/testing/shop";
import { pollUntil } from "@/testing/until";
import { addEndpoint, testWebhooks } from "@/testing/webhook-side";

/** An event of an order with a scenario, and how its webhook arrived. */
export interface ScenarioEvent {
  readonly event: OrderEventType;
  readonly status: string;
  /** Number of deliveries. */
  readonly times: number;
  /** Webhook fault of the scenario. */
  readonly fault: "duplicate" | "overtaken" | "late" | "counted_as_500" | null;
}

/** Observed result of a scenario. */
export interface TestScenario {
  readonly scenario: Scenario;
  readonly dropoffs: number;
  /** The order's statuses, in sequence. */
  readonly statuses: readonly string[];
  readonly events: readonly ScenarioEvent[];
  /** The outcome of each stop, the pickup first. */
  readonly stops: readonly { readonly kind: string; readonly outcome: string }[];
}

/** Speed relative to real time: all scenarios end within seconds, and webhooks can still overtake each other. */
const SPEED = 300;
/** An event waits for the next one to overtake it, at most an hour of the sandbox: too short here for a busy machine. */
const SLOWER: Readonly<Partial<Record<Scenario, number>>> = { webhook_out_of_order: 100 };
const LATE_MS = (5 * 60_000) / SPEED;
const WITHIN_MS = 120_000;

interface EventReading {
  readonly status: string;
  readonly status_changes: readonly { readonly status: string }[];
  readonly return: { readonly state: string } | null;
  readonly stops: readonly { readonly kind: string; readonly outcome: string }[];
}

interface EventReport {
  readonly event: OrderEventType;
  readonly status: string;
  readonly sequence: number;
  readonly created_at: string;
}

/**
 * Creates an order per scenario on a running service, each in a separate account with one endpoint, and waits until
 * all orders are final and all webhooks have had a response.
 */
export async function runScenarios(service: { db: Database; baseUrl: string }): Promise<TestScenario[]> {
  const stages: Prepared[] = [];
  // Sequential, since a busy machine has few spare connections.
  for (const scenario of SCENARIOS) stages.push(await prepare(service.db, scenario));
  return Promise.all(stages.map((stage) => runScenario(service, stage)));
}

interface Prepared {
  readonly scenario: Scenario;
  readonly shop: Client;
  readonly endpointId: string;
  readonly receiver: Receiver;
  readonly arrivedAt: ReadonlyMap<ReceivedRequest, number>;
}

async function prepare(db: Database, scenario: Scenario): Promise<Prepared> {
  const shop = await makeClient(db, "test");
  const arrivedAt = new Map<ReceivedRequest, number>();
  const receiver = await startReceiver((response, received) => {
    arrivedAt.set(received, Date.now());
    response.writeHead(204).end();
  });
  const { endpoint } = await addEndpoint(testWebhooks(db), shop.scope, receiver.url, ORDER_EVENTS);
  return { scenario, shop, endpointId: endpoint.id, receiver, arrivedAt };
}

async function runScenario(
  { db, baseUrl }: { db: Database; baseUrl: string },
  { scenario, shop, endpointId, receiver, arrivedAt }: Prepared,
): Promise<TestScenario> {
  try {
    const api = new ApiClient(baseUrl, shop.key);
    const dropoffs = scenario === "one_of_three_refused" ? 3 : 1;
    const body = orderBodyWith(dropoffs);
    const created = await api.send("POST", "/v1/partner/orders", body, {
      "X-Sandbox-Scenario": scenario,
      "X-Sandbox-Speed": String(SLOWER[scenario] ?? SPEED),
    });
    if (created.status !== 201) throw new Error(`${scenario}: ${created.text}`);
    const read = async (): Promise<EventReading> => {
      const { status, data } = await api.get<EventReading>(`/v1/partner/orders/${body.external_order_id}`);
      // A busy machine refuses some requests.
      return status === 503 ? read() : data;
    };
    let seen = 0;
    await pollUntil(async () => {
      // The last event arrives like any other, so the run ends only after a new event.
      if (receiver.received.length === seen) return false;
      seen = receiver.received.length;
      return isOver(scenario, await read(), receiver);
    }, WITHIN_MS);
    const pending = () => db.models.webhookDelivery.count({ where: { endpointId, state: "pending" } });
    await pollUntil(async () => (await pending()) === 0, WITHIN_MS);
    const { status_changes, stops } = await read();
    return {
      scenario,
      dropoffs,
      statuses: status_changes.map(({ status }) => status),
      events: getEvents(scenario, receiver, arrivedAt),
      stops: stops.map(({ kind, outcome }) => ({ kind, outcome })),
    };
  } finally {
    await receiver.close();
  }
}

/** Without those of another test that looks for its service at a port that it had before. */
const listWebhooks = ({ received }: Receiver) => received.filter(({ id }) => id !== "");

function isOver(scenario: Scenario, order: EventReading, receiver: Receiver): boolean {
  if (scenario === "no_courier")
    return listWebhooks(receiver).some(({ body }) => toldBy(body).event === "order.courier_not_found");
  const isEnded = order.status === "delivered" || order.status === "cancelled";
  return isEnded && (order.return === null || order.return.state === "returned");
}

const toldBy = (body: string): EventReport => JSON.parse(body) as EventReport;

/** The events in order, with how each webhook arrived. */
function getEvents(
  scenario: Scenario,
  receiver: Receiver,
  arrivedAt: ReadonlyMap<ReceivedRequest, number>,
): ScenarioEvent[] {
  const arrivals = listWebhooks(receiver).map((one) => ({
    ...toldBy(one.body),
    at: arrivedAt.get(one) ?? 0,
  }));
  const firsts = [...new Set(arrivals.map(({ sequence }) => sequence))]
    .sort((a, b) => a - b)
    .flatMap((sequence) => arrivals.find((one) => one.sequence === sequence) ?? []);
  return firsts.map((told, index) => {
    const { event, status, sequence } = told;
    const times = arrivals.filter((one) => one.sequence === sequence).length;
    const next = firsts[index + 1];
    const faults: Readonly<Partial<Record<Scenario, [ScenarioEvent["fault"], boolean]>>> = {
      webhook_duplicate: ["duplicate", times > 1],
      webhook_500: ["counted_as_500", times > 1],
      webhook_late: ["late", told.at - Date.parse(told.created_at) >= LATE_MS],
      webhook_out_of_order: [
        "overtaken",
        next !== undefined && arrivals.indexOf(next) < arrivals.indexOf(told),
      ],
    };
    const [fault, isFaulty] = faults[scenario] ?? [null, false];
    return { event, status, times, fault: isFaulty ? fault : null };
  });
}
