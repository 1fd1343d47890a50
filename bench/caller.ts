import { Agent, request } from "undici";

const SUCCESSES = [200, 201, 204];

/** Calls the service with as little overhead as possible, so that the service is what is measured. */
export class Caller {
  readonly #agent = new Agent({ connections: 64, pipelining: 1 });
  readonly #origin: string;
  readonly #headers: Record<string, string>;

  constructor(origin: string, key: string) {
    this.#origin = origin;
    this.#headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  }

  /** @throws Error when the call has not succeeded */
  async call(method: "GET" | "POST", path: string, body?: object): Promise<string> {
    const answer = await request(this.#origin + path, {
      method,
      headers: this.#headers,
      dispatcher: this.#agent,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    if (!SUCCESSES.includes(answer.statusCode)) {
      throw new Error(`${method} ${path} was answered with ${answer.statusCode}: ${text.slice(0, 200)}`);
    }
    return text;
  }

  close(): Promise<void> {
    return this.#agent.close();
  }
}
