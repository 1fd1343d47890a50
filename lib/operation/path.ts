import { PREFIXES, type Prefix } from "@/lib/http/errors";
import { TEXT_LIMITS } from "@/lib/orders/order";

const PARAMETER = "{external_order_id}";

/** The prefix of a path under /v1, or null when it has neither. */
export function prefixOf(pathname: string): Prefix | null {
  return PREFIXES.find((prefix) => pathname.startsWith(`/v1/${prefix}/`)) ?? null;
}

/** The path's segments after its prefix, still percent-encoded. */
function segmentsOf(pathname: string): string[] {
  return pathname.split("/").slice(3);
}

/** Whether a path, still percent-encoded, matches an operation's path. */
export function matchesPath(template: string, pathname: string): boolean {
  const wanted = template.split("/").slice(1);
  const given = segmentsOf(pathname);
  if (wanted.length !== given.length) return false;
  return wanted.every((part, index) => (part === PARAMETER ? given[index] !== "" : part === given[index]));
}

/** The value at external_order_id in a path. */
export type PathParameter =
  | { readonly kind: "none" }
  | { readonly kind: "value"; readonly value: string }
  /** Not decodable. */
  | { readonly kind: "malformed" }
  /** Decodable, but no order can have it: too long, or with a forbidden character. */
  | { readonly kind: "impossible" };

/** Reads external_order_id from a path: decoded once, so any identifier comes back as created. */
export function pathParameter(template: string, pathname: string): PathParameter {
  const index = template.split("/").slice(1).indexOf(PARAMETER);
  const segment = segmentsOf(pathname)[index];
  if (index === -1 || segment === undefined) return { kind: "none" };
  let value: string;
  try {
    value = decodeURIComponent(segment);
  } catch {
    return { kind: "malformed" };
  }
  const isPossible = [...value].length <= TEXT_LIMITS.external_order_id && !value.includes("\u0000");
  return isPossible ? { kind: "value", value } : { kind: "impossible" };
}
