import type { IncomingMessage } from "node:http";

/** What a handler of both lanes reads of a request: a web `Request` has it, and so has one of Node's. */
export interface Asked {
  /** The address; its origin is made up. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
}

/** One of Node's requests, read as such. */
export function askedOf(message: IncomingMessage): Asked {
  return {
    url: `http://localhost${message.url ?? "/"}`,
    headers: { get: (name) => [message.headers[name.toLowerCase()]].flat().join(", ") || null },
  };
}

/** The value of a cookie that the request carries. */
export function cookieOf({ headers }: Asked, name: string): string | undefined {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([found]) => found === name)?.[1];
}
