import { readdirSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { expect, it } from "vitest";
import type { RouteHandler } from "@/app/v1/operation";
import { findRoute, OPERATIONS, ROUTE_FILES } from "@/app/v1/operations";
import { buildRouter } from "@/lib/api/build-router";

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
    const prefixes = folder.startsWith("[prefix]/") ? ["partner", "delivery"] : [folder.split("/")[0]];
    const paths = prefixes.map((prefix) => `/v1/${folder.replace(/^[^/]+/, prefix ?? "")}`);
    for (const path of paths) {
      const found = findRoute(path.replace(/\[(\w+)\]/g, "a%2Fb"));
      expect(found?.route).toBe(path.replaceAll("[", "{").replaceAll("]", "}"));
      const operations = [...(found?.operations ?? [])].filter(([method]) => method !== "HEAD");
      expect(operations.map(([method, { operationId }]) => [method, operationId]).sort()).toEqual(
        exported.sort(),
      );
    }
    const published = OPERATIONS.filter(({ operationId }) => exported.some(([, id]) => id === operationId));
    expect(published.map(({ prefixes: own }) => own)).toEqual(exported.map(() => prefixes));
  },
);

it.each([
  ["/v1/partner/orders/a%2Fb/cancel", "/v1/partner/orders/{external_order_id}/cancel", "a/b"],
  ["/v1/delivery/orders/orders", "/v1/delivery/orders/{external_order_id}", "orders"],
  ["/v1/partner/sandbox/orders/step/step", "/v1/partner/sandbox/orders/{external_order_id}/step", "step"],
  ["/v1/partner/addresses/reverse", "/v1/partner/addresses/reverse", undefined],
])("the router finds the prefix, route and external_order_id of %s", (path, route, value) => {
  const parameter = value === undefined ? { kind: "none" } : { kind: "value", value };
  expect(findRoute(path)).toMatchObject({ prefix: path.split("/")[2], route, parameter, ids: {} });
});

it.each([
  ["%E0", "malformed"],
  ["a%00b", "impossible"],
  ["x".repeat(10_000), "impossible"],
])("the router finds the route of an external_order_id that no order can have: %s", (segment, kind) => {
  expect(findRoute(`/v1/partner/orders/${segment}`)?.parameter).toEqual({ kind });
});

it.each([
  "/v1/partner/orders/",
  "/v1/partner/orders//cancel",
  "/v1/partner/orders/orders/orders",
  "/v1/partner/orders/a/cancel/",
  "/v1/partner/webhook_endpoints/",
  "/v1/partner",
  "/v1/other/orders",
  "/v1/partner/%E0",
  "/v1/partner/%6Frders",
  "/v1/partner/__proto__",
  "/",
])("the router finds nothing at %s", (path) => {
  expect(findRoute(path)).toBeNull();
});

it("the router finds the identifiers of a webhook endpoint and its delivery", () => {
  expect(findRoute("/v1/partner/webhook_endpoints/orders/deliveries/7/resend")).toMatchObject({
    route: "/v1/partner/webhook_endpoints/{endpoint_id}/deliveries/{delivery_id}/resend",
    parameter: { kind: "none" },
    ids: { endpoint_id: "orders", delivery_id: "7" },
  });
});

it("the router serves HEAD with the operation of GET", () => {
  const operations = findRoute("/v1/partner/orders/1")?.operations;
  expect(operations?.get("HEAD")).toBe(operations?.get("GET"));
  expect(findRoute("/v1/partner/quotes")?.operations.has("HEAD")).toBe(false);
});

it("the router is not built of two names for one parameter", () => {
  const [first] = OPERATIONS;
  if (first === undefined) throw new Error("There is no operation");
  const clashing = [first, { ...first, path: "/orders/{id}" }, { ...first, path: "/orders/{code}/x" }];
  expect(() => buildRouter(clashing)).toThrow("{code} is also {id}");
});
