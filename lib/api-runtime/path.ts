import { findPrefix, PREFIXES, type Prefix } from "@/lib/http/errors";
import { TEXT_LIMITS } from "@/lib/orders/order";

export interface ApiPath {
  readonly prefix: Prefix;
  readonly route: string;
  /** The segment at the path's parameter, still percent-encoded; null when the path has none. */
  readonly parameter: string | null;
}

const FOLDERS = [
  ["external_order_id", "/orders/"],
  ["batch_id", "/batches/"],
] as const;

export type ParameterName = (typeof FOLDERS)[number][0];

/** Reads a path, still percent-encoded: the segment after the first `orders` or `batches` is its parameter. */
export function readPath(pathname: string): ApiPath {
  const prefix = findPrefix(pathname) ?? PREFIXES[0];
  for (const [name, folder] of FOLDERS) {
    const found = pathname.indexOf(folder);
    const start = found + folder.length;
    const slash = pathname.indexOf("/", start);
    const end = slash === -1 ? pathname.length : slash;
    if (found === -1 || start === end) continue;
    const route = `${pathname.slice(0, start)}{${name}}${pathname.slice(end)}`;
    return { prefix, route, parameter: pathname.slice(start, end) };
  }
  return { prefix, route: pathname, parameter: null };
}

/** The name of the parameter in a route or in an operation's path, if it has one. */
export function findParameterName(route: string): ParameterName | undefined {
  return /\{(\w+)\}/.exec(route)?.[1] as ParameterName | undefined;
}

export type PathParameter =
  | { readonly kind: "none" }
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "malformed" }
  /** Decodable, but nothing can have it: too long, or with a forbidden character. */
  | { readonly kind: "impossible" };

/** Decodes a parameter once, so any identifier comes back as created. */
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
