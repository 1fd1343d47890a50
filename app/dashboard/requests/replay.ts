import type { TryRequest } from "@/app/(site)/docs/try-call";
import { findRoute } from "@/app/v1/operations";
import { readHeaders } from "@/lib/api/request-log/logged-headers";
import { type PlaceholderBody, placeholderBody } from "@/lib/api/request-log/placeholder-body";
import type { LoggedRequest } from "@/lib/api/request-log/search-requests";
import { generateExternalOrderId } from "@/lib/orders/form/external-order-id";

export type ReplayObstacle = "live_order" | "lost_body" | "lost_path";

export type ReplayChange = "mode" | "placeholders" | "identifier" | "quote";

export type Replay =
  | { readonly request: TryRequest; readonly changes: readonly ReplayChange[] }
  | { readonly obstacle: ReplayObstacle };

const HEADERS = ["X-Sandbox-Scenario", "X-Sandbox-Speed"] as const;

/**
 * Masked values become placeholders, and a new order gets a new identifier.
 *
 * @param phone a sample number of the account's country
 */
export function buildReplay(call: LoggedRequest, phone: string): Replay {
  const [pathname = "", search = ""] = call.path.split("?", 2);
  const found = findRoute(pathname);
  const operation = found?.operations.get(call.method);
  if (found === null || operation === undefined) return { obstacle: "lost_path" };
  const { prefix, parameter, ids } = found;
  // The test mode has other endpoints.
  const isLost = call.path.includes("…") || (Object.keys(ids).length > 0 && call.mode === "live");
  if (isLost) return { obstacle: "lost_path" };
  if (parameter.kind === "malformed" || parameter.kind === "impossible") return { obstacle: "lost_path" };
  // An order in live mode does not exist in test mode.
  if (parameter.kind === "value" && call.mode === "live") return { obstacle: "live_order" };
  const made = call.requestBody === null ? null : placeholderBody(call.requestBody, phone);
  if (call.requestBody !== null && made === null) return { obstacle: "lost_body" };
  const changes: ReplayChange[] = call.mode === "live" ? ["mode"] : [];
  if (made?.isChanged === true) changes.push("placeholders");
  const logged = new Map(readHeaders(call.requestHeaders));
  return {
    request: {
      operationId: operation.operationId,
      prefix,
      externalOrderId: parameter.kind === "value" ? parameter.value : "",
      ids,
      query: Object.fromEntries(new URLSearchParams(search)),
      headers: Object.fromEntries(
        HEADERS.flatMap((name) => {
          const value = logged.get(name.toLowerCase());
          return value === undefined ? [] : [[name, value]];
        }),
      ),
      body: made === null ? null : JSON.stringify(renewBody(made, operation.operationId, changes)),
    },
    changes,
  };
}

/** A created order gets a new identifier and drops its expired quote. */
function renewBody({ body }: PlaceholderBody, operationId: string, changes: ReplayChange[]): unknown {
  if (operationId !== "createOrder" || typeof body !== "object" || body === null || Array.isArray(body))
    return body;
  const { quote_id: quote, ...rest } = body as Record<string, unknown>;
  if (quote !== undefined) changes.push("quote");
  if (typeof rest.external_order_id !== "string" || rest.external_order_id === "") return rest;
  changes.push("identifier");
  return { ...rest, external_order_id: generateExternalOrderId() };
}
