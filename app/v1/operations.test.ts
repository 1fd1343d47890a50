import { readdirSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { expect, it } from "vitest";
import { findOperation, OPERATIONS, ROUTE_FILES } from "@/app/v1/operations";
import type { RouteHandler } from "@/lib/api-runtime/define-operation";
import { readPath } from "@/lib/api-runtime/path";

const FOLDERS = readdirSync("app/v1", { recursive: true, encoding: "utf8" })
  .filter((file) => basename(file).startsWith("route."))
  .map(dirname)
  .sort();

it("app/v1/operations.ts lists exactly the route files under app/v1", () => {
  expect(Object.keys(ROUTE_FILES).sort()).toEqual(FOLDERS);
});

it.each(FOLDERS)(
  "app/v1/%s declares one operation per export, at the path of its folder and the method of its name",
  async (folder) => {
    const file = resolve("app/v1", folder, "route.ts");
    const declared: Record<string, RouteHandler> = await import(file);
    const exported = Object.entries(declared).map(([method, { definition }]) => [
      method,
      definition.operationId,
    ]);
    const paths = (folder.startsWith("[prefix]/") ? ["partner", "delivery"] : [folder.split("/")[0]]).map(
      (prefix) => `/v1/${folder.replace(/^[^/]+/, prefix ?? "").replace(/\[(\w+)\]/g, "a%2Fb")}`,
    );
    for (const path of paths) {
      const { route } = readPath(path);
      const found = ["GET", "POST", "PUT", "PATCH", "DELETE"].flatMap((method) => {
        const operation = findOperation(method, route);
        return operation === undefined ? [] : [[method, operation.operationId]];
      });
      expect([path, found.sort()]).toEqual([path, exported.sort()]);
    }
    const published = OPERATIONS.filter(({ operationId }) => exported.some(([, id]) => id === operationId));
    expect(
      published.flatMap(({ path, prefixes }) => prefixes.map((prefix) => `/v1/${prefix}${path}`)),
    ).toEqual(exported.flatMap(() => paths.map((path) => readPath(path).route)));
  },
);

it.each([
  ["/v1/partner/orders/a%2Fb/cancel", "/v1/partner/orders/{external_order_id}/cancel", "a%2Fb"],
  ["/v1/delivery/orders/orders", "/v1/delivery/orders/{external_order_id}", "orders"],
  ["/v1/partner/orders/orders/orders", "/v1/partner/orders/{external_order_id}/orders", "orders"],
  ["/v1/partner/sandbox/orders/step/step", "/v1/partner/sandbox/orders/{external_order_id}/step", "step"],
  ["/v1/partner/orders/", "/v1/partner/orders/", null],
  ["/v1/partner/orders//cancel", "/v1/partner/orders//cancel", null],
  ["/v1/partner/orders", "/v1/partner/orders", null],
  ["/v1/partner/%E0", "/v1/partner/%E0", null],
])("readPath finds the prefix, route and parameter of %s", (path, route, parameter) => {
  expect(readPath(path)).toEqual({ prefix: path.split("/")[2], route, parameter });
});

it("readPath finds the identifiers of a webhook endpoint and its delivery", () => {
  const path = "/v1/partner/webhook_endpoints/e-1/deliveries/7/resend";
  expect(readPath(path)).toMatchObject({
    route: "/v1/partner/webhook_endpoints/{endpoint_id}/deliveries/{delivery_id}/resend",
    parameter: null,
    ids: { endpoint_id: "e-1", delivery_id: "7" },
  });
  expect(readPath("/v1/partner/webhook_endpoints/").route).toBe("/v1/partner/webhook_endpoints/");
});
