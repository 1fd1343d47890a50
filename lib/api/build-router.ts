import type { Operation } from "@/lib/api/operation";
import type { Prefix } from "@/lib/http/errors";
import { TEXT_LIMITS } from "@/lib/orders/order";
import { toApiPath } from "@/lib/urls";

export type PathParameter =
  | { readonly kind: "none" }
  | { readonly kind: "value"; readonly value: string }
  | { readonly kind: "malformed" }
  /** Decodable, but no order can have it: too long, or with a forbidden character. */
  | { readonly kind: "impossible" };

/** A path of the API with one prefix, and its operations by method; HEAD has the operation of GET. */
interface Endpoint {
  readonly prefix: Prefix;
  /** The path with its parameters in braces. */
  readonly route: string;
  readonly operations: ReadonlyMap<string, Operation>;
}

export interface ApiRoute extends Endpoint {
  /** The external_order_id. */
  readonly parameter: PathParameter;
  /** Other parameters of the path, still percent-encoded, by their name. */
  readonly ids: Readonly<Record<string, string>>;
}

/** The segments that may follow a beginning of a path. */
interface Branch {
  readonly literals: Map<string, Branch>;
  parameter?: { readonly name: string; readonly branch: Branch };
  endpoint?: Endpoint & { readonly operations: Map<string, Operation> };
}

const NO_PARAMETER = { kind: "none" } as const;
const NO_IDS = {};

/**
 * Returns a function that finds the endpoint of a path, still percent-encoded, and the path's parameters; null for an
 * unknown path. A parameter is a whole segment and never empty. A segment with a fixed text takes precedence.
 */
export function buildRouter(operations: readonly Operation[]): (pathname: string) => ApiRoute | null {
  const root = createBranch();
  for (const operation of operations)
    for (const prefix of operation.prefixes) addOperation(root, operation, prefix);
  return (pathname) => findRoute(root, pathname);
}

const createBranch = (): Branch => ({ literals: new Map() });

function addOperation(root: Branch, operation: Operation, prefix: Prefix): void {
  const route = toApiPath(prefix, operation.path);
  const branch = route.split("/").slice(1).reduce(growBranch, root);
  branch.endpoint ??= { prefix, route, operations: new Map() };
  branch.endpoint.operations.set(operation.method, operation);
  if (operation.method === "GET") branch.endpoint.operations.set("HEAD", operation);
}

/** Returns the branch that follows a segment of a route, created if it is new. */
function growBranch(branch: Branch, segment: string): Branch {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1];
  if (name !== undefined) {
    branch.parameter ??= { name, branch: createBranch() };
    if (branch.parameter.name !== name) throw new Error(`{${name}} is also {${branch.parameter.name}}`);
    return branch.parameter.branch;
  }
  const next = branch.literals.get(segment) ?? createBranch();
  branch.literals.set(segment, next);
  return next;
}

function findRoute(root: Branch, pathname: string): ApiRoute | null {
  const segments = pathname.split("/");
  let branch = root;
  let parameter: PathParameter = NO_PARAMETER;
  let ids: Record<string, string> | undefined;
  for (let place = 1; place < segments.length; place += 1) {
    const segment = segments[place] ?? "";
    const literal = branch.literals.get(segment);
    if (literal !== undefined) {
      branch = literal;
      continue;
    }
    if (branch.parameter === undefined || segment === "") return null;
    const { name } = branch.parameter;
    if (name === "external_order_id") parameter = decodeParameter(segment);
    else ids = { ...ids, [name]: segment };
    branch = branch.parameter.branch;
  }
  if (branch.endpoint === undefined) return null;
  const { prefix, route, operations } = branch.endpoint;
  return { prefix, route, operations, parameter, ids: ids ?? NO_IDS };
}

/** Decodes external_order_id once, so any identifier comes back as created. */
function decodeParameter(segment: string): PathParameter {
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
