import type { OrderResponse } from "@/lib/orders/resource";
import type { CreateOrderBody } from "@/lib/orders/schema";
import { checkExchange } from "@/testing/published-document";

/** A response of the API with its parsed body. */
export interface ApiAnswer<Data = OrderResponse> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly data: Data;
  readonly error: { id: string; code: string; message: string; details: string };
}

/** Calls the API as an integration would, and checks every exchange against the published document. */
export class ApiClient {
  readonly #origin: string;
  readonly #key: string | null;
  readonly #fetch: (address: string, init: RequestInit) => Promise<Response>;

  constructor(
    origin: string,
    key: string | null,
    fetchBy: (address: string, init: RequestInit) => Promise<Response> = fetch,
  ) {
    this.#origin = origin;
    this.#key = key;
    this.#fetch = fetchBy;
  }

  async send<Data = OrderResponse>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<Data>> {
    const sent = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const response = await this.#fetch(this.#origin + path, {
      method,
      headers: {
        ...(this.#key === null ? {} : { Authorization: `Bearer ${this.#key}` }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await response.text();
    checkExchange({ method, path, body: sent, status: response.status, headers: response.headers, text });
    const parsed = text === "" ? {} : JSON.parse(text);
    return {
      status: response.status,
      headers: response.headers,
      text,
      data: parsed.data,
      error: parsed.error,
    };
  }

  get<Data = OrderResponse>(path: string): Promise<ApiAnswer<Data>> {
    return this.send<Data>("GET", path);
  }

  post<Data = OrderResponse>(path: string, body?: unknown): Promise<ApiAnswer<Data>> {
    return this.send<Data>("POST", path, body);
  }

  create(body: unknown, prefix = "partner"): Promise<ApiAnswer> {
    return this.post(`/v1/${prefix}/orders`, body);
  }
}

/** The fields that a 400 names. */
export function getFields(answer: Pick<ApiAnswer, "error">): string[] {
  return (JSON.parse(answer.error.details) as { field: string }[]).map(({ field }) => field);
}

let orders = 0;

/** An identifier that no other order of this run has. */
export function newId(): string {
  orders += 1;
  return `order-${process.pid}-${orders}`;
}

/** Returns an address with every required field. */
export function address(latitude = 59.9354, longitude = 30.3254) {
  return { latitude, longitude, area: "Санкт-Петербург", street: "Невский проспект", building: "28" };
}

/** Returns a create request with every required field and one dropoff, 3 to 5 km away. */
export function orderBody(change: Partial<CreateOrderBody> = {}): CreateOrderBody {
  return {
    external_order_id: newId(),
    pickup: { address: address(), contact: { value: "+78125550100" } },
    dropoffs: [{ address: address(59.9287, 30.3607), contact: { value: "+79161234567" } }],
    ...change,
  };
}

/** Returns a create request with this many dropoffs. */
export function orderBodyWith(dropoffs: number, change: Partial<CreateOrderBody> = {}): CreateOrderBody {
  return orderBody({
    dropoffs: Array.from({ length: dropoffs }, (_, index) => ({
      address: address(59.9287 - index * 0.01, 30.3607 + index * 0.01),
      contact: { value: `+7916123450${index}` },
    })),
    ...change,
  });
}
