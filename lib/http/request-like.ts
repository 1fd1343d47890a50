import type { IncomingMessage } from "node:http";

export interface RequestLike {
  readonly url: string;
  readonly headers: { get(name: string): string | null };
}

export function toRequestLike(message: IncomingMessage): RequestLike {
  return {
    url: `http://localhost${message.url ?? "/"}`,
    headers: { get: (name) => [message.headers[name.toLowerCase()]].flat().join(", ") || null },
  };
}

export function readCookie({ headers }: RequestLike, name: string): string | undefined {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([found]) => found === name)?.[1];
}
