import * as nearestAddress from "@/app/v1/[prefix]/addresses/reverse/route";
import * as addresses from "@/app/v1/[prefix]/addresses/route";
import * as batch from "@/app/v1/[prefix]/batches/[batch_id]/route";
import * as stopBatch from "@/app/v1/[prefix]/batches/[batch_id]/stop/route";
import * as batches from "@/app/v1/[prefix]/batches/route";
import * as events from "@/app/v1/[prefix]/events/route";
import * as cancel from "@/app/v1/[prefix]/orders/[external_order_id]/cancel/route";
import * as cancellation from "@/app/v1/[prefix]/orders/[external_order_id]/cancellation/route";
import * as order from "@/app/v1/[prefix]/orders/[external_order_id]/route";
import * as trackingLink from "@/app/v1/[prefix]/orders/[external_order_id]/tracking_link/route";
import * as undeliverable from "@/app/v1/[prefix]/orders/[external_order_id]/undeliverable/route";
import * as orders from "@/app/v1/[prefix]/orders/route";
import * as ping from "@/app/v1/[prefix]/ping/route";
import * as quotes from "@/app/v1/[prefix]/quotes/route";
import * as step from "@/app/v1/[prefix]/sandbox/orders/[external_order_id]/step/route";
import * as statement from "@/app/v1/[prefix]/statements/[month]/route";
import * as statements from "@/app/v1/[prefix]/statements/route";
import * as resendDelivery from "@/app/v1/[prefix]/webhook_endpoints/[endpoint_id]/deliveries/[delivery_id]/resend/route";
import * as deliveries from "@/app/v1/[prefix]/webhook_endpoints/[endpoint_id]/deliveries/route";
import * as rotateSecret from "@/app/v1/[prefix]/webhook_endpoints/[endpoint_id]/rotate_secret/route";
import * as endpoint from "@/app/v1/[prefix]/webhook_endpoints/[endpoint_id]/route";
import * as testEndpoint from "@/app/v1/[prefix]/webhook_endpoints/[endpoint_id]/test/route";
import * as endpoints from "@/app/v1/[prefix]/webhook_endpoints/route";
import * as pricing from "@/app/v1/delivery/pricing/route";
import type { RouteHandler } from "@/app/v1/operation";
import { buildRouter } from "@/lib/api/build-router";
import type { Method, Operation } from "@/lib/api/operation";
import { PREFIXES } from "@/lib/http/errors";

type RouteFile = Readonly<Partial<Record<Method, RouteHandler>>>;

/** In the order of the API reference. */
const METHODS = ["POST", "GET", "PUT", "PATCH", "DELETE"] as const satisfies readonly Method[];

/** Every route file by its folder, in the order of the API reference. */
export const ROUTE_FILES: Readonly<Record<string, RouteFile>> = {
  "[prefix]/orders": orders,
  "[prefix]/orders/[external_order_id]": order,
  "[prefix]/orders/[external_order_id]/cancellation": cancellation,
  "[prefix]/orders/[external_order_id]/cancel": cancel,
  "[prefix]/orders/[external_order_id]/undeliverable": undeliverable,
  "[prefix]/orders/[external_order_id]/tracking_link": trackingLink,
  "[prefix]/batches": batches,
  "[prefix]/batches/[batch_id]": batch,
  "[prefix]/batches/[batch_id]/stop": stopBatch,
  "[prefix]/quotes": quotes,
  "delivery/pricing": pricing,
  "[prefix]/addresses": addresses,
  "[prefix]/addresses/reverse": nearestAddress,
  "[prefix]/statements": statements,
  "[prefix]/statements/[month]": statement,
  "[prefix]/ping": ping,
  "[prefix]/events": events,
  "[prefix]/sandbox/orders/[external_order_id]/step": step,
  "[prefix]/webhook_endpoints": endpoints,
  "[prefix]/webhook_endpoints/[endpoint_id]": endpoint,
  "[prefix]/webhook_endpoints/[endpoint_id]/rotate_secret": rotateSecret,
  "[prefix]/webhook_endpoints/[endpoint_id]/test": testEndpoint,
  "[prefix]/webhook_endpoints/[endpoint_id]/deliveries": deliveries,
  "[prefix]/webhook_endpoints/[endpoint_id]/deliveries/[delivery_id]/resend": resendDelivery,
};

export const OPERATIONS: readonly Operation[] = Object.entries(ROUTE_FILES).flatMap(([folder, file]) => {
  const [first = "", ...segments] = folder.split("/");
  const path = `/${segments.join("/").replaceAll("[", "{").replaceAll("]", "}")}`;
  const prefixes = PREFIXES.filter((prefix) => first === "[prefix]" || first === prefix);
  return METHODS.flatMap((method) => {
    const definition = file[method]?.definition;
    return definition === undefined ? [] : [{ ...definition, method, path, prefixes }];
  });
});

/** @throws Error if no operation has this identifier */
export function getOperation(operationId: string): Operation {
  const found = OPERATIONS.find((operation) => operation.operationId === operationId);
  if (found === undefined) throw new Error(`The API has no operation ${operationId}`);
  return found;
}

/** Finds the endpoint of a URL's path, still percent-encoded; null for an unknown one. */
export const findRoute = buildRouter(OPERATIONS);
