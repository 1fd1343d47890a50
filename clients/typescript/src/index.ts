// Made by scripts/generate-clients.ts from the API's document; change that instead.

import type {
  AnswerUndeliverableData,
  CancelOrderData,
  CancelRequest,
  CreateOrderData,
  CreateQuoteData,
  FindNearestAddressData,
  GetCancellationData,
  GetOrderData,
  GetPricingData,
  IssueTrackingLinkData,
  ListEventsData,
  ListOrdersData,
  OrderPatch,
  OrderRequest,
  PatchOrderData,
  PingData,
  QuoteRequest,
  ReplaceOrderData,
  SandboxStep,
  SearchAddressesData,
  StepOrderData,
  UndeliverableRequest,
} from "./types.js";

export type * from "./types.js";

/** A problem with one field of a refused payload. */
export interface FieldIssue {
  readonly field: string;
  readonly message: string;
}

/** A refusal of the API. */
export class DroplineError extends Error {
  override readonly name = "DroplineError";

  constructor(
    message: string,
    /** The kind of error, such as `order.not_found`. */
    readonly id: string,
    readonly status: number,
    readonly issues: readonly FieldIssue[],
    /** Tell it to support. */
    readonly requestId: string,
  ) {
    super(message);
  }
}

export interface DroplineOptions {
  /** `dl_live_…` or `dl_test_…`. */
  readonly key: string;
  /** The service's address, without a trailing slash. */
  readonly baseUrl: string;
  /** Tries after a failure that passes by itself: no connection, 429, 503. Default: 2. */
  readonly retries?: number;
  /** For each try. Default: 10 seconds. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal | undefined;
}

const WAIT_MS = 500;

/** The Dropline API. Retries never create a second order: orders are known by your own identifier. */
export class Dropline {
  readonly #options: Required<DroplineOptions>;

  constructor(options: DroplineOptions) {
    this.#options = { retries: 2, timeoutMs: 10_000, fetch: globalThis.fetch.bind(globalThis), ...options };
  }

  /** Create a delivery. */
  createOrder(
    body: OrderRequest,
    options: {
      sandboxScenario?:
        | "happy"
        | "no_courier"
        | "refused_twice"
        | "reassigned"
        | "gps_lost"
        | "gps_stale"
        | "late_30"
        | "absent_then_return"
        | "one_of_three_refused"
        | "cancelled_after_pickup"
        | "wrong_code"
        | "webhook_duplicate"
        | "webhook_out_of_order"
        | "webhook_late"
        | "webhook_500";
      sandboxSpeed?: number;
      signal?: AbortSignal;
    } = {},
  ): Promise<CreateOrderData> {
    return this.#call({
      method: "POST",
      path: `/v1/partner/orders`,
      headers: { "X-Sandbox-Scenario": options.sandboxScenario, "X-Sandbox-Speed": options.sandboxSpeed },
      body,
      isRepeatable: true,
      signal: options.signal,
    });
  }

  /** List deliveries. */
  listOrders(
    options: { limit?: number; offset?: number; signal?: AbortSignal } = {},
  ): Promise<ListOrdersData> {
    return this.#call({
      method: "GET",
      path: `/v1/partner/orders`,
      query: { limit: options.limit, offset: options.offset },
      isRepeatable: true,
      signal: options.signal,
    });
  }

  /** Read a delivery. */
  getOrder(externalOrderId: string, options: { signal?: AbortSignal } = {}): Promise<GetOrderData> {
    return this.#call({
      method: "GET",
      path: `/v1/partner/orders/${encodeURIComponent(externalOrderId)}`,
      isRepeatable: true,
      signal: options.signal,
    });
  }

  /** Update a delivery. */
  replaceOrder(
    externalOrderId: string,
    body: OrderRequest,
    options: { signal?: AbortSignal } = {},
  ): Promise<ReplaceOrderData> {
    return this.#call({
      method: "PUT",
      path: `/v1/partner/orders/${encodeURIComponent(externalOrderId)}`,
      body,
      isRepeatable: true,
      signal: options.signal,
    });
  }

  /** Partially update a delivery. */
  patchOrder(
    externalOrderId: string,
    body: OrderPatch,
    options: { signal?: AbortSignal } = {},
  ): Promise<PatchOrderData> {
    return this.#call({
      method: "PATCH",
      path: `/v1/partner/orders/${encodeURIComponent(externalOrderId)}`,
      body,
      isRepeatable: true,
      signal: options.signal,
    });
  }

  /** Get the cost of a cancellation. */
  getCancellation(
    externalOrderId: string,
    options: { signal?: AbortSignal } = {},
  ): Promise<GetCancellationData> {
    return this.#call({
      method: "GET",
      path: `/v1/partner/orders/${encodeURIComponent(externalOrderId)}/cancellation`,
      isRepeatable: true,
      signal: options.signal,
    });
  }

  /** Cancel a delivery. */
  cancelOrder(
    externalOrderId: string,
    body: CancelRequest = {},
    options: { signal?: AbortSignal } = {},
  ): Promise<CancelOrderData> {
    return this.#call({
      method: "POST",
      path: `/v1/partner/orders/${encodeURIComponent(externalOrderId)}/cancel`,
      body,
      isRepeatable: true,
      signal: options.signal,
    });
  }

  /** Decide about an undeliverable dropoff. */
  answerUndeliverable(
    externalOrderId: string,
    body: UndeliverableRequest,
    options: { signal?: AbortSignal } = {},
  ): Promise<AnswerUndeliverableData> {
    return this.#call({
      method: "POST",
      path: `/v1/partner/orders/${encodeURIComponent(externalOrderId)}/undeliverable`,
      body,
      isRepeatable: true,
      signal: options.signal,
    });
  }

  /** Issue a tracking link. */
  issueTrackingLink(
    externalOrderId: string,
    options: { signal?: AbortSignal } = {},
  ): Promise<IssueTrackingLinkData> {
    return this.#call({
      method: "POST",
      path: `/v1/partner/orders/${encodeURIComponent(externalOrderId)}/tracking_link`,
      isRepeatable: true,
      signal: options.signal,
    });
  }

  /** Price a delivery. */
  createQuote(body: QuoteRequest, options: { signal?: AbortSignal } = {}): Promise<CreateQuoteData> {
    return this.#call({
      method: "POST",
      path: `/v1/partner/quotes`,
      body,
      isRepeatable: true,
      signal: options.signal,
    });
  }

  /** Read the tariff table. */
  getPricing(options: { signal?: AbortSignal } = {}): Promise<GetPricingData> {
    return this.#call({
      method: "GET",
      path: `/v1/delivery/pricing`,
      isRepeatable: true,
      signal: options.signal,
    });
  }

  /** Find an address. */
  searchAddresses(options: {
    query: string;
    limit?: number;
    near?: string;
    signal?: AbortSignal;
  }): Promise<SearchAddressesData> {
    return this.#call({
      method: "GET",
      path: `/v1/partner/addresses`,
      query: { query: options.query, limit: options.limit, near: options.near },
      isRepeatable: true,
      signal: options.signal,
    });
  }

  /** Find the address of a point. */
  findNearestAddress(options: {
    latitude: number;
    longitude: number;
    signal?: AbortSignal;
  }): Promise<FindNearestAddressData> {
    return this.#call({
      method: "GET",
      path: `/v1/partner/addresses/reverse`,
      query: { latitude: options.latitude, longitude: options.longitude },
      isRepeatable: true,
      signal: options.signal,
    });
  }

  /** Verify a key. */
  ping(options: { signal?: AbortSignal } = {}): Promise<PingData> {
    return this.#call({
      method: "GET",
      path: `/v1/partner/ping`,
      isRepeatable: true,
      signal: options.signal,
    });
  }

  /** Read the event journal. */
  listEvents(
    options: { after?: string; limit?: number; signal?: AbortSignal } = {},
  ): Promise<ListEventsData> {
    return this.#call({
      method: "GET",
      path: `/v1/partner/events`,
      query: { after: options.after, limit: options.limit },
      isRepeatable: true,
      signal: options.signal,
    });
  }

  /** Move a test order by hand. */
  stepOrder(
    externalOrderId: string,
    body: SandboxStep = {},
    options: { signal?: AbortSignal } = {},
  ): Promise<StepOrderData> {
    return this.#call({
      method: "POST",
      path: `/v1/partner/sandbox/orders/${encodeURIComponent(externalOrderId)}/step`,
      body,
      isRepeatable: false,
      signal: options.signal,
    });
  }

  async #call<Data>(call: Call): Promise<Data> {
    const { retries } = this.#options;
    for (let tries = 0; ; tries += 1) {
      const mayRetry = tries < retries && call.isRepeatable && call.signal?.aborted !== true;
      const response = await this.#send(call).catch((error: unknown) => {
        if (!mayRetry) throw error;
        return null;
      });
      if (response !== null && !(mayRetry && [429, 503].includes(response.status))) return read(response);
      const seconds = Number(response?.headers.get("Retry-After") ?? 0);
      await new Promise((settle) => setTimeout(settle, Math.max(seconds * 1000, WAIT_MS * 2 ** tries)));
    }
  }

  #send({ method, path, query = {}, headers = {}, body, signal }: Call): Promise<Response> {
    const { key, baseUrl, timeoutMs, fetch: send } = this.#options;
    const address = new URL(baseUrl + path);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) address.searchParams.set(name, String(value));
    const sent = new Headers({ Authorization: `Bearer ${key}` });
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) sent.set(name, String(value));
    if (body !== undefined) sent.set("Content-Type", "application/json");
    const timeout = AbortSignal.timeout(timeoutMs);
    return send(address, {
      method,
      headers: sent,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

async function read<Data>(response: Response): Promise<Data> {
  const answer = (await response.json()) as
    | { success: true; data: Data }
    | { success: false; error: { id: string; message: string; details: string } };
  if (answer.success) return answer.data;
  const { id, message, details } = answer.error;
  const requestId = response.headers.get("X-Request-Id") ?? "";
  throw new DroplineError(message, id, response.status, JSON.parse(details), requestId);
}
