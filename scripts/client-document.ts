import type { DocumentedOperation, JsonSchema } from "@/app/v1/documented-operation";
import { openApiDocument } from "@/app/v1/openapi";

export interface ClientDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, DocumentedOperation & { readonly "x-repeatable": boolean }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/**
 * The published document as clients see it: each operation once, one schema for all events, orders of a batch as
 * orders, and one schema where the document has a second that ends in `Output` and differs only in
 * `additionalProperties`.
 */
export function buildClientDocument(): ClientDocument {
  const published = JSON.parse(
    JSON.stringify(openApiDocument("https://dropline.example"), (key, value) => {
      if (key === "additionalProperties" && value === false) return undefined;
      return key === "$ref" ? value.replace(/Output$/, "") : value;
    }),
  );
  const { Event: event, Error: _, ...others } = published.components.schemas;
  const schemas: Record<string, JsonSchema> = { Event: event };
  const names: string[] = [...event.properties.event.enum];
  for (const [name, schema] of Object.entries<JsonSchema>(others)) {
    if (name.endsWith("Output")) requireEqual(name, schema, others[name.slice(0, -"Output".length)]);
    else if (name.endsWith("Event")) {
      const { event: kind, ...rest } = schema.properties as Record<string, JsonSchema & { const?: string }>;
      requireEqual(name, { ...rest, event: null }, { ...event.properties, event: null });
      if (kind?.const !== undefined && !names.includes(kind.const)) names.push(kind.const);
    } else schemas[name] = schema;
  }
  event.properties.event.enum = names;
  others.BatchRequest.properties.orders.items = { $ref: "#/components/schemas/OrderRequest" };
  const paths = Object.entries(published.paths).filter(
    ([path]) => path.startsWith("/v1/partner/") || path === "/v1/delivery/pricing",
  );
  return { ...published, webhooks: {}, paths: Object.fromEntries(paths), components: { schemas } };
}

const toText = (value: unknown): string =>
  JSON.stringify(value, (key, inner) => {
    if (key === "description") return undefined;
    const isObject = typeof inner === "object" && inner !== null && !Array.isArray(inner);
    return isObject ? Object.fromEntries(Object.entries(inner).sort()) : inner;
  });

function requireEqual(name: string, one: unknown, other: unknown): void {
  if (toText(one) !== toText(other)) throw new Error(`Clients need a separate model for ${name}`);
}
