import type {
  Account,
  AddressList,
  Batch,
  BatchRequest,
  BatchWithResults,
  CancellationTerms,
  CancelRequest,
  CreatedWebhookEndpoint,
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
  StatementList,
  StatementWithLines,
  Tariff,
  TrackingLink,
  UndeliverableRequest,
  WebhookDeliveryId,
  WebhookDeliveryPage,
  WebhookEndpoint,
  WebhookEndpointBody,
  WebhookEndpointList,
  WebhookEndpointPatch,
  WebhookSecret,
} from "./schema.js";
import { type CallOptions, type DroplineOptions, Transport } from "./transport.js";

export interface CreateOrderOptions extends CallOptions {
  /** With a test key: how the order goes, such as `no_courier`. */
  readonly sandboxScenario?: string;
  /** With a test key: how many times faster than in life, 1 to 600. */
  readonly sandboxSpeed?: number;
}

export interface OrderFilters {
  readonly status?: readonly Order["status"][];
  readonly createdFrom?: string;
  readonly createdTo?: string;
  /** Sorts by the last change, oldest first. */
  readonly updatedSince?: string;
  readonly externalOrderIdPrefix?: string;
  readonly phone?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface ListOrdersOptions extends CallOptions, OrderFilters {
  readonly limit?: number;
  /** Not together with `cursor`. */
  readonly offset?: number;
  readonly cursor?: string;
}

const MAX_PAGE_SIZE = 100;

const order = (externalOrderId: string, action = ""): string =>
  `/v1/partner/orders/${encodeURIComponent(externalOrderId)}${action}`;

const batch = (batchId: string, action = ""): string =>
  `/v1/partner/batches/${encodeURIComponent(batchId)}${action}`;

const endpoint = (endpointId: string, action = ""): string =>
  `/v1/partner/webhook_endpoints/${encodeURIComponent(endpointId)}${action}`;

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
  listOrders(options: ListOrdersOptions = {}): Promise<OrderList> {
    const { status, phone, metadata = {}, limit, offset, cursor } = options;
    return this.#get("/v1/partner/orders", options, {
      status,
      created_from: options.createdFrom,
      created_to: options.createdTo,
      updated_since: options.updatedSince,
      external_order_id_prefix: options.externalOrderIdPrefix,
      phone,
      ...Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`metadata[${key}]`, value])),
      limit,
      offset,
      cursor,
    });
  }

  /** Every order that matches, newest first, each once even if orders are created meanwhile. */
  async *iterateOrders(
    options: CallOptions & OrderFilters & { limit?: number } = {},
  ): AsyncGenerator<Order, void, void> {
    const first = { limit: MAX_PAGE_SIZE, ...options };
    let page = await this.listOrders(first);
    yield* page.orders;
    while (page.next_cursor !== null) {
      page = await this.listOrders({ ...first, cursor: page.next_cursor });
      yield* page.orders;
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

  /** The orders are created in the background, each as by `createOrder`. */
  createBatch(body: BatchRequest, options: CallOptions = {}): Promise<Batch> {
    return this.#post("/v1/partner/batches", body, options);
  }

  /** How far a batch is, with one page of its results. */
  getBatch(
    batchId: string,
    options: CallOptions & { limit?: number; offset?: number } = {},
  ): Promise<BatchWithResults> {
    const { limit, offset } = options;
    return this.#get(batch(batchId), options, { limit, offset });
  }

  /** Skips the pending orders. */
  stopBatch(batchId: string, options: CallOptions = {}): Promise<Batch> {
    return this.#post(batch(batchId, "/stop"), undefined, options);
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

  listStatements(options: CallOptions = {}): Promise<StatementList> {
    return this.#get("/v1/partner/statements", options);
  }

  /** `month` is such as `2026-11`. One page of the lines. */
  getStatement(
    month: string,
    options: CallOptions & { limit?: number; offset?: number } = {},
  ): Promise<StatementWithLines> {
    const { limit, offset } = options;
    return this.#get(`/v1/partner/statements/${encodeURIComponent(month)}`, options, { limit, offset });
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

  /** Only a new endpoint has its `secret`; an existing one with this URL is returned unchanged. */
  createWebhookEndpoint(
    body: WebhookEndpointBody,
    options: CallOptions = {},
  ): Promise<CreatedWebhookEndpoint | WebhookEndpoint> {
    return this.#post("/v1/partner/webhook_endpoints", body, options);
  }

  /** All of them, oldest first. */
  listWebhookEndpoints(options: CallOptions = {}): Promise<WebhookEndpointList> {
    return this.#get("/v1/partner/webhook_endpoints", options);
  }

  getWebhookEndpoint(endpointId: string, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.#get(endpoint(endpointId), options);
  }

  /** Fields left out stay. */
  patchWebhookEndpoint(
    endpointId: string,
    body: WebhookEndpointPatch,
    options: CallOptions = {},
  ): Promise<WebhookEndpoint> {
    return this.#transport.call({ method: "PATCH", path: endpoint(endpointId), body }, options);
  }

  deleteWebhookEndpoint(endpointId: string, options: CallOptions = {}): Promise<{ endpoint_id: string }> {
    return this.#transport.call({ method: "DELETE", path: endpoint(endpointId) }, options);
  }

  /** For 24 hours both secrets sign. It is never retried, since each call replaces the secret again. */
  rotateWebhookSecret(endpointId: string, options: CallOptions = {}): Promise<WebhookSecret> {
    return this.#postOnce(endpoint(endpointId, "/rotate_secret"), undefined, options);
  }

  /** Sends `webhook.test`. It is never retried, since each call sends another. */
  testWebhookEndpoint(endpointId: string, options: CallOptions = {}): Promise<WebhookDeliveryId> {
    return this.#postOnce(endpoint(endpointId, "/test"), undefined, options);
  }

  /** One page, newest first. Pass `next_cursor` as `cursor` for the next. */
  listWebhookDeliveries(
    endpointId: string,
    options: CallOptions & { limit?: number; cursor?: string } = {},
  ): Promise<WebhookDeliveryPage> {
    const { limit, cursor } = options;
    return this.#get(endpoint(endpointId, "/deliveries"), options, { limit, cursor });
  }

  /** It is never retried, since each call sends the event again. */
  resendWebhookDelivery(
    endpointId: string,
    deliveryId: string,
    options: CallOptions = {},
  ): Promise<WebhookDeliveryId> {
    const path = endpoint(endpointId, `/deliveries/${encodeURIComponent(deliveryId)}/resend`);
    return this.#postOnce(path, undefined, options);
  }

  /** With a test key: takes the courier's next step. It is never retried, since each call takes another step. */
  stepOrder(externalOrderId: string, body: SandboxStep = {}, options: CallOptions = {}): Promise<Order> {
    const path = `/v1/partner/sandbox/orders/${encodeURIComponent(externalOrderId)}/step`;
    return this.#postOnce(path, body, options);
  }

  #get<Data>(path: string, options: CallOptions, query = {}): Promise<Data> {
    return this.#transport.call({ method: "GET", path, query }, options);
  }

  #post<Data>(path: string, body: unknown, options: CallOptions): Promise<Data> {
    return this.#transport.call({ method: "POST", path, body }, options);
  }

  #postOnce<Data>(path: string, body: unknown, options: CallOptions): Promise<Data> {
    return this.#transport.call({ method: "POST", path, body, isRepeatable: false }, options);
  }
}
