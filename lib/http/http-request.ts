import type { Writable } from "node:stream";
import type { ResponseHead } from "@/lib/http/reply";

/** A request to any handler. Adapters make it of Node's request (node-adapter.ts) and of a web Request (fetch-adapter.ts). */
export interface HttpRequest {
  readonly method: string;
  readonly target: Target;
  /** @param name in lower case @returns null without the header; several are joined by commas */
  header(name: string): string | null;
  /** @throws DomainError PAYLOAD_TOO_LARGE past 256 KiB or another limit; INVALID_PAYLOAD on field `""` when the upload is interrupted */
  readBody(maxBytes?: number): Promise<Uint8Array>;
}

/** The output of a handler whose response is a stream. */
export interface StreamOutput {
  /** Whether the client has disconnected. */
  isClosed(): boolean;
  begin(head: ResponseHead): Writable;
}

/** Path and query of the request URL, as the URL class parses them. */
export class Target {
  readonly pathname: string;
  readonly search: string;

  constructor(pathname: string, search: string) {
    this.pathname = pathname;
    this.search = search;
  }

  get href(): string {
    return this.pathname + this.search;
  }

  get searchParams(): URLSearchParams {
    return new URLSearchParams(this.search);
  }
}

// Excludes characters that the URL class would encode, and dot segments, which it would resolve.
const LEFT_AS_IT_IS = /^(?:\/(?!\.|%2e)[\w~!$&'()*+,;=:@%.-]*)+$/i;

/** Parses a path with a leading slash; the URL class takes many times longer. */
export function readTarget(address: string): Target {
  const mark = address.indexOf("?");
  const pathname = mark === -1 ? address : address.slice(0, mark);
  const search = mark === -1 || mark === address.length - 1 ? "" : address.slice(mark);
  if (LEFT_AS_IT_IS.test(pathname) && !search.includes("#")) return new Target(pathname, search);
  const url = new URL(`http://localhost${address}`);
  return new Target(url.pathname, url.search);
}
