import { PREFIXES, type Prefix } from "@/lib/http/errors";
import type { Method, Operation } from "@/lib/operation/operation";
import { TEXT_LIMITS } from "@/lib/orders/order";

const PARAMETER = "{external_order_id}";

/** The prefix of a path under /v1, or null when it has neither. */
export function prefixOf(pathname: string): Prefix | null {
  return PREFIXES.find((prefix) => pathname.startsWith(`/v1/${prefix}/`)) ?? null;
}

/** What a path leads to. */
export interface Route {
  readonly prefix: Prefix;
  /** What the path takes, by method. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** The segment at external_order_id, still percent-encoded; null when the path has none. */
  readonly parameter: string | null;
}

interface Place {
  readonly operations: Map<Method, Operation>;
  readonly next: Map<string, Place>;
}

const newPlace = (): Place => ({ operations: new Map(), next: new Map() });

/** Prepares looking up operations by path. */
export class Routes {
  readonly #roots: ReadonlyMap<string, Place>;

  constructor(operations: readonly Operation[]) {
    this.#roots = new Map(PREFIXES.map((prefix) => [prefix, newPlace()]));
    for (const operation of operations) {
      for (const prefix of operation.prefixes) {
        let place = this.#roots.get(prefix) ?? newPlace();
        for (const segment of operation.path.split("/").slice(1)) {
          const next = place.next.get(segment) ?? newPlace();
          place.next.set(segment, next);
          place = next;
        }
        place.operations.set(operation.method, operation);
      }
    }
  }

  /** What a path, still percent-encoded, leads to; null when it leads nowhere. */
  find(pathname: string): Route | null {
    const [, version, prefix = "", ...segments] = pathname.split("/");
    let place = version === "v1" ? this.#roots.get(prefix) : undefined;
    let parameter: string | null = null;
    for (const segment of segments) {
      const named = segment === PARAMETER ? undefined : place?.next.get(segment);
      if (named === undefined && segment !== "") parameter = segment;
      place = named ?? (segment === "" ? undefined : place?.next.get(PARAMETER));
    }
    if (place === undefined || place.operations.size === 0) return null;
    return { prefix: prefix as Prefix, operations: place.operations, parameter };
  }
}

/** The value at external_order_id in a path. */
export type PathParameter =
  | { readonly kind: "none" }
  | { readonly kind: "value"; readonly value: string }
  /** Not decodable. */
  | { readonly kind: "malformed" }
  /** Decodable, but no order can have it: too long, or with a forbidden character. */
  | { readonly kind: "impossible" };

/** Decodes external_order_id once, so any identifier comes back as created. */
export function pathParameter(segment: string | null): PathParameter {
  if (segment === null) return { kind: "none" };
  let value: string;
  try {
    value = decodeURIComponent(segment);
  } catch {
    return { kind: "malformed" };
  }
  const most = TEXT_LIMITS.external_order_id;
  const isPossible = (value.length <= most || [...value].length <= most) && !value.includes("\u0000");
  return isPossible ? { kind: "value", value } : { kind: "impossible" };
}
