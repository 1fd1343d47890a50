import { DroplineError, type FieldIssue } from "./error.js";

export interface DroplineOptions {
  /** `dl_live_…` or `dl_test_…`. */
  readonly key: string;
  /** The service's URL, such as `https://dropline.example`. */
  readonly baseUrl: string;
  /** Maximum number of retries of a call. Default: 2. */
  readonly retries?: number;
  /** Mean wait before the first retry; it doubles with each. Default: 500. */
  readonly retryDelayMs?: number;
  /** For each attempt. Default: 10,000. */
  readonly timeoutMs?: number;
  /** For a call with all its attempts and waits. Default: 60,000. */
  readonly deadlineMs?: number;
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  /** Cancels the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Replaces the client's deadline. */
  readonly deadlineMs?: number;
}

type Values = Readonly<Record<string, string | number | readonly string[] | undefined>>;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query?: Values;
  readonly headers?: Values;
  readonly body?: unknown;
  /** Whether repeating the request has the effect of sending it once. */
  readonly isRepeatable?: boolean;
}

interface Attempt {
  readonly error: DroplineError;
  readonly isTransient: boolean;
  readonly retryAfterMs: number;
}

const TRANSIENT_STATUSES = [429, 502, 503, 504];
const MAX_EXCERPT_LENGTH = 200;

export class Transport {
  readonly #options: Required<DroplineOptions>;

  constructor(options: DroplineOptions) {
    this.#options = {
      retries: 2,
      retryDelayMs: 500,
      timeoutMs: 10_000,
      deadlineMs: 60_000,
      fetch: (...request) => globalThis.fetch(...request),
      ...options,
      baseUrl: options.baseUrl.replace(/\/+$/, ""),
    };
  }

  async call<Data>(
    call: Call,
    { signal, deadlineMs = this.#options.deadlineMs }: CallOptions,
  ): Promise<Data> {
    const { retries, retryDelayMs } = this.#options;
    const deadline = performance.now() + deadlineMs;
    for (let attempt = 0; ; attempt += 1) {
      signal?.throwIfAborted();
      const result = await this.#attempt(call, deadline - performance.now(), signal);
      if (!("error" in result)) return result.data as Data;
      const { error, isTransient, retryAfterMs } = result;
      const waitMs = retryAfterMs + retryDelayMs * 2 ** attempt * (0.5 + Math.random());
      const isLast = attempt >= retries || performance.now() + waitMs >= deadline;
      if (isLast || !isTransient || call.isRepeatable === false) throw error;
      await sleep(waitMs, signal);
    }
  }

  async #attempt(call: Call, leftMs: number, signal?: AbortSignal): Promise<{ data: unknown } | Attempt> {
    const timeout = AbortSignal.timeout(Math.ceil(Math.max(0, Math.min(this.#options.timeoutMs, leftMs))));
    try {
      const response = await this.#send(call, signal ? AbortSignal.any([signal, timeout]) : timeout);
      return readResponse(response, await response.text());
    } catch (cause) {
      signal?.throwIfAborted();
      const message = timeout.aborted ? "The response took too long" : "No complete response";
      const error = new DroplineError(message, { status: 0, id: "client.no_response", cause });
      return { error, isTransient: true, retryAfterMs: 0 };
    }
  }

  #send({ method, path, query, headers, body }: Call, signal: AbortSignal): Promise<Response> {
    const { key, baseUrl, fetch: send } = this.#options;
    const url = new URL(baseUrl + path);
    for (const [name, value] of toEntries(query)) url.searchParams.append(name, value);
    return send(url, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...Object.fromEntries(toEntries(headers)),
      },
      // A redirect would turn a POST into a GET.
      redirect: "manual",
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

const toEntries = (values: Values = {}): [string, string][] =>
  Object.entries(values).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  );

function readResponse({ ok, status, headers }: Response, text: string): { data: unknown } | Attempt {
  const { success, data, error } = parseObject(text);
  if (ok && success === true && isObject(data)) return { data };
  const retryAfterMs = readRetryAfter(headers.get("Retry-After"));
  const isTransient = TRANSIENT_STATUSES.includes(status) || (status === 409 && headers.has("Retry-After"));
  const requestId = headers.get("X-Request-Id") ?? "";
  if (success === false && isObject(error) && typeof error.id === "string") {
    const details = { status, id: error.id, issues: readIssues(error.details), requestId };
    return { error: new DroplineError(String(error.message), details), isTransient, retryAfterMs };
  }
  const excerpt = text.slice(0, MAX_EXCERPT_LENGTH);
  const message = `Status ${status} with a body that is not the API's: ${excerpt || "(empty)"}`;
  const details = { status, id: "client.unreadable_response", requestId, excerpt };
  return { error: new DroplineError(message, details), isTransient, retryAfterMs };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function readIssues(details: unknown): FieldIssue[] {
  try {
    const issues: unknown = JSON.parse(String(details));
    return Array.isArray(issues) ? issues : [];
  } catch {
    return [];
  }
}

/** `Retry-After` is seconds or an HTTP date. */
function readRetryAfter(text: string | null): number {
  if (text === null) return 0;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Math.max(ms || 0, 0);
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", cancel);
      resolve();
    }, ms);
    signal?.addEventListener("abort", cancel, { once: true });
  });
}
