import { findPrefix, PREFIXES, type Prefix } from "@/lib/http/errors";
import { TEXT_LIMITS } from "@/lib/orders/order";

export interface ApiPath {
  readonly prefix: Prefix;
  readonly route: string;
  /** The segment at the parameter, still percent-encoded; null when the path has none. */
  readonly parameter: string | null;
}

/** The parameter that follows each of these segments. */
const PARAMETERS = [
  ["/orders/", "external_order_id"],
  ["/statements/", "month"],
] as const;

/** Reads a path, still percent-encoded: the segment after the first `orders` is an external_order_id. */
export function readPath(pathname: string): ApiPath {
  const prefix = findPrefix(pathname) ?? PREFIXES[0];
  const [before, name] = PARAMETERS.find(([segment]) => pathname.includes(segment)) ?? PARAMETERS[0];
  const found = pathname.indexOf(before);
  const start = found + before.length;
  const slash = pathname.indexOf("/", start);
  const end = slash === -1 ? pathname.length : slash;
  if (found === -1 || start === end) return { prefix, route: pathname, parameter: null };
  const route = `${pathname.slice(0, start)}{${name}}${pathname.slice(end)}`;
  return { prefix, route, parameter: pathname.slice(start, end) };
}

export type PathParameter =
  | { readonly kind: "none" }
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "malformed" }
  /** Decodable, but no order can have it: too long, or with a forbidden character. */
  | { readonly kind: "impossible" };

/** Decodes the parameter once, so any identifier comes back as created. */
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
