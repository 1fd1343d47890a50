import { findPrefix, PREFIXES, type Prefix } from "@/lib/http/errors";
import { TEXT_LIMITS } from "@/lib/orders/order";

export interface ApiPath {
  readonly prefix: Prefix;
  readonly route: string;
  /** The segment at external_order_id, still percent-encoded; null when the path has none. */
  readonly parameter: string | null;
  readonly ids?: Readonly<Record<string, string>>;
}

const BEFORE_PARAMETER = "/orders/";

/** Segments that are followed by another parameter. */
const ID_NAMES: Readonly<Record<string, string>> = {
  batches: "batch_id",
  statements: "month",
  webhook_endpoints: "endpoint_id",
  deliveries: "delivery_id",
};

/** Reads a path, still percent-encoded: the segment after the first `orders` is an external_order_id. */
export function readPath(pathname: string): ApiPath {
  const prefix = findPrefix(pathname) ?? PREFIXES[0];
  const found = pathname.indexOf(BEFORE_PARAMETER);
  const start = found + BEFORE_PARAMETER.length;
  const slash = pathname.indexOf("/", start);
  const end = slash === -1 ? pathname.length : slash;
  if (found === -1) return readIds(prefix, pathname);
  if (start === end) return { prefix, route: pathname, parameter: null };
  const route = `${pathname.slice(0, start)}{external_order_id}${pathname.slice(end)}`;
  return { prefix, route, parameter: pathname.slice(start, end) };
}

function readIds(prefix: Prefix, pathname: string): ApiPath {
  const segments = pathname.split("/");
  const named = segments.flatMap((id, index): [name: string, id: string, index: number][] => {
    const name = ID_NAMES[segments[index - 1] ?? ""];
    return name === undefined || id === "" ? [] : [[name, id, index]];
  });
  if (named.length === 0) return { prefix, route: pathname, parameter: null };
  for (const [name, , index] of named) segments[index] = `{${name}}`;
  const ids = Object.fromEntries(named.map(([name, id]) => [name, id]));
  return { prefix, route: segments.join("/"), parameter: null, ids };
}

export type PathParameter =
  | { readonly kind: "none" }
  | { readonly kind: "value"; readonly value: string }
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
