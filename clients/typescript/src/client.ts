import type {
  Account,
  AddressList,
  CancellationTerms,
  CancelRequest,
  EventPage,
  NearestAddressAnswer,
  Order,
  OrderList,
  OrderPatch,
  OrderRequest,
  OrderWithHistory,
  Quote,
  QuoteRequest,
  SandboxStep,
  Tariff,
  TrackingLink,
  UndeliverableRequest,
} from "./schema.js";
import { type CallOptions, type DroplineOptions, Transport } from "./transport.js";

export interface CreateOrderOptions extends CallOptions {
  /** With a test key: how the order goes, such as `no_courier`. */
  readonly sandboxScenario?: string;
  /** With a test key: how many times faster than in life, 1 to 600. */
  readonly sandboxSpeed?: number;
}

const MAX_PAGE_SIZE = 100;

const order = (externalOrderId: string, action = ""): string =>
  `/v1/partner/orders/${encodeURIComponent(externalOrderId)}${action}`;

/**
 * The Dropline API. Calls retry network errors and the statuses 429, 502, 503 and 504; that never creates a second
 * order, because orders have your identifier.
 */
export class Dropline {
  readonly #transport: Transport;

  constructor(options: DroplineOptions) {
    this.#transport = new Transport(options);
  }

  createOrder(body: OrderRequest, options: CreateOrderOptions = {}): Promise<Order> {
    const { sandboxScenario, sandboxSpeed } = options;
    const headers = { "X-Sandbox-Scenario": sandboxScenario, "X-Sandbox-Speed": sandboxSpeed };
    return this.#transport.call({ method: "POST", path: "/v1/partner/orders", headers, body }, options);
  }

  /** One page, newest first. `iterateOrders` reads all pages. */
  listOrders(options: CallOptions & { limit?: number; offset?: number } = {}): Promise<OrderList> {
    const { limit, offset } = options;
    return this.#get("/v1/partner/orders", options, { limit, offset });
  }

  /** Every order, newest first, each once even if orders are created meanwhile. */
  async *iterateOrders(options: CallOptions & { limit?: number } = {}): AsyncGenerator<Order, void, void> {
    const { limit = MAX_PAGE_SIZE } = options;
    const seen = new Set<string>();
    for (let offset = 0; ; offset += limit) {
      const { orders } = await this.listOrders({ ...options, limit, offset });
      for (const one of orders) {
        if (seen.has(one.external_order_id)) continue;
        seen.add(one.external_order_id);
        yield one;
      }
      if (orders.length < limit) return;
    }
  }

  getOrder(externalOrderId: string, options: CallOptions = {}): Promise<OrderWithHistory> {
    return this.#get(order(externalOrderId), options);
  }

  /** Fields left out return to their defaults. */
  replaceOrder(externalOrderId: string, body: OrderRequest, options: CallOptions = {}): Promise<Order> {
    return this.#transport.call({ method: "PUT", path: order(externalOrderId), body }, options);
  }

  /** Fields left out stay, `null` clears. */
  patchOrder(externalOrderId: string, body: OrderPatch, options: CallOptions = {}): Promise<Order> {
    return this.#transport.call({ method: "PATCH", path: order(externalOrderId), body }, options);
  }

  /** Returns the current cost of a cancellation. */
  getCancellation(externalOrderId: string, options: CallOptions = {}): Promise<CancellationTerms> {
    return this.#get(order(externalOrderId, "/cancellation"), options);
  }

  cancelOrder(externalOrderId: string, body: CancelRequest = {}, options: CallOptions = {}): Promise<Order> {
    return this.#post(order(externalOrderId, "/cancel"), body, options);
  }

  /** Decides about a dropoff that could not be handed over. */
  answerUndeliverable(
    externalOrderId: string,
    body: UndeliverableRequest,
    options: CallOptions = {},
  ): Promise<Order> {
    return this.#post(order(externalOrderId, "/undeliverable"), body, options);
  }

  /** Existing links stay. */
  issueTrackingLink(externalOrderId: string, options: CallOptions = {}): Promise<TrackingLink> {
    return this.#post(order(externalOrderId, "/tracking_link"), undefined, options);
  }

  createQuote(body: QuoteRequest, options: CallOptions = {}): Promise<Quote> {
    return this.#post("/v1/partner/quotes", body, options);
  }

  getPricing(options: CallOptions = {}): Promise<Tariff> {
    return this.#get("/v1/delivery/pricing", options);
  }

  /** `near` is `latitude,longitude`. */
  searchAddresses(
    options: CallOptions & { query: string; limit?: number; near?: string },
  ): Promise<AddressList> {
    const { query, limit, near } = options;
    return this.#get("/v1/partner/addresses", options, { query, limit, near });
  }

  findNearestAddress(
    options: CallOptions & { latitude: number; longitude: number },
  ): Promise<NearestAddressAnswer> {
    const { latitude, longitude } = options;
    return this.#get("/v1/partner/addresses/reverse", options, { latitude, longitude });
  }

  /** The account of the key. */
  ping(options: CallOptions = {}): Promise<Account> {
    return this.#get("/v1/partner/ping", options);
  }

  /** One page of the event log. `iterateEventPages` reads all pages. */
  listEvents(options: CallOptions & { after?: string; limit?: number } = {}): Promise<EventPage> {
    const { after, limit } = options;
    return this.#get("/v1/partner/events", options, { after, limit });
  }

  /**
   * The pages of the event log up to its end. Store `next_cursor` with the results of a page, and continue `after` it
   * the next time.
   */
  async *iterateEventPages(
    options: CallOptions & { after?: string; limit?: number } = {},
  ): AsyncGenerator<EventPage, void, void> {
    let page = await this.listEvents({ limit: MAX_PAGE_SIZE, ...options });
    while (page.events.length > 0) {
      yield page;
      if (!page.has_more) return;
      page = await this.listEvents({ limit: MAX_PAGE_SIZE, ...options, after: page.next_cursor });
    }
  }

  /** With a test key: takes the courier's next step. It is never retried, since each call takes another step. */
  stepOrder(externalOrderId: string, body: SandboxStep = {}, options: CallOptions = {}): Promise<Order> {
    const path = `/v1/partner/sandbox/orders/${encodeURIComponent(externalOrderId)}/step`;
    return this.#transport.call({ method: "POST", path, body, isRepeatable: false }, options);
  }

  #get<Data>(path: string, options: CallOptions, query = {}): Promise<Data> {
    return this.#transport.call({ method: "GET", path, query }, options);
  }

  #post<Data>(path: string, body: unknown, options: CallOptions): Promise<Data> {
    return this.#transport.call({ method: "POST", path, body }, options);
  }
}
