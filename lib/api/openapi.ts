import * as z from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import type { Endpoint } from "@/lib/api/endpoint";
import { PREFIXES, type Prefix, publicError } from "@/lib/api/errors";
import { ENDPOINTS } from "@/lib/api/operations";
import { WEBHOOKS } from "@/lib/api/webhooks";
import type { ErrorCode } from "@/lib/domain-error";
import { externalOrderId } from "@/lib/orders/schema";

/** Refusals that every operation can give. */
export const COMMON_ERRORS = [
  "KEY_MISSING",
  "KEY_MALFORMED",
  "KEY_INVALID",
  "KEY_REVOKED",
  "ACCOUNT_DISABLED",
  "ORDERING_NOT_ALLOWED",
  "RATE_LIMIT_EXCEEDED",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
] as const satisfies readonly ErrorCode[];

const errorEnvelope = z
  .object({
    success: z.literal(false),
    error: z.object({
      id: z.string().meta({ description: "Identifier of the kind of error." }),
      code: z.string().meta({ description: "The same kind in upper snake case." }),
      message: z.string().meta({
        description: "For a rejected payload: the first offending field path and its message.",
      }),
      details: z.string().meta({
        description:
          'A JSON array, encoded as a string, of objects with `field` and `message`; `"[]"` where no payload was rejected.',
      }),
    }),
  })
  .meta({ id: "Error" });

const REQUEST_ID = {
  "X-Request-Id": {
    description: "Identifies this answer; the client's own when it sent one.",
    schema: { type: "string" as const },
  },
};

const RATE_LIMIT = {
  "RateLimit-Policy": {
    description: "The key's quota (draft-ietf-httpapi-ratelimit-headers): q requests in w seconds.",
    schema: { type: "string" as const, examples: ['"default";q=300;w=60'] },
  },
  RateLimit: {
    description: "What is left of it: r requests now, and one more in t seconds.",
    schema: { type: "string" as const, examples: ['"default";r=299;t=61'] },
  },
};

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" as const, minimum: 1 } },
};

/** The operation's identifier below a prefix; those below /v1/partner have the plain one. */
function operationIdOf(endpoint: Endpoint, prefix: Prefix): string {
  const { operationId } = endpoint;
  if (prefix === "partner" || endpoint.prefixes.length === 1) return operationId;
  return `delivery${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
}

function errorExample(code: ErrorCode, prefix: Prefix) {
  const { id, message } = publicError(code, prefix);
  const isPayload = code === "INVALID_PAYLOAD";
  const field = "dropoffs.0.address.latitude";
  return {
    success: false,
    error: {
      id,
      code,
      message: isPayload ? `${field}: is required` : message,
      details: isPayload ? JSON.stringify([{ field, message: "is required" }]) : "[]",
    },
  };
}

function errorResponses(endpoint: Endpoint, prefix: Prefix): ZodOpenApiOperationObject["responses"] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...endpoint.errors, ...COMMON_ERRORS]) {
    const { status } = publicError(code, prefix);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const entries = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    entries.map(([status, codes]) => {
      const errors = codes.map((code) => publicError(code, prefix));
      const canRetry = errors.some((error) => error.retryAfter !== undefined);
      const headers = {
        ...REQUEST_ID,
        ...(status === 401 ? {} : RATE_LIMIT),
        ...(canRetry ? RETRY_AFTER : {}),
      };
      const examples = Object.fromEntries(
        codes.map((code) => [publicError(code, prefix).id, { value: errorExample(code, prefix) }]),
      );
      const response = {
        description: errors.map((error) => `\`${error.id}\`: ${error.message}`).join("\n\n"),
        headers,
        content: { "application/json": { schema: errorEnvelope, examples } },
      };
      return [String(status), response];
    }),
  );
}

function successResponses(endpoint: Endpoint): ZodOpenApiOperationObject["responses"] {
  return Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, { description, data, example, headers }]) => {
      const own = Object.entries(headers ?? {}).map(([name, text]) => [
        name,
        { description: text, schema: { type: "string" as const } },
      ]);
      const response = {
        description,
        headers: { ...REQUEST_ID, ...RATE_LIMIT, ...Object.fromEntries(own) },
        content: {
          "application/json": {
            schema: z.object({ success: z.literal(true), data }),
            example: { success: true, data: example },
          },
        },
      };
      return [status, response];
    }),
  );
}

function operation(endpoint: Endpoint, prefix: Prefix): ZodOpenApiOperationObject {
  const hasId = endpoint.path.includes("{external_order_id}");
  const path = z.object({ external_order_id: externalOrderId });
  return {
    operationId: operationIdOf(endpoint, prefix),
    summary: endpoint.summary,
    description: endpoint.description,
    tags: [prefix],
    ...(hasId || endpoint.query !== undefined
      ? {
          requestParams: {
            ...(hasId ? { path } : {}),
            ...(endpoint.query === undefined ? {} : { query: endpoint.query }),
          },
        }
      : {}),
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: endpoint.isBodyOptional !== true,
            content: { "application/json": { schema: endpoint.body, example: endpoint.examples?.body } },
          },
        }),
    responses: { ...successResponses(endpoint), ...errorResponses(endpoint, prefix) },
  };
}

function paths(): ZodOpenApiPathsObject {
  const all: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const prefix of PREFIXES) {
    for (const endpoint of ENDPOINTS) {
      if (!endpoint.prefixes.includes(prefix)) continue;
      const path = `/v1/${prefix}${endpoint.path}`;
      all[path] = { ...all[path], [endpoint.method.toLowerCase()]: operation(endpoint, prefix) };
    }
  }
  return all;
}

/**
 * The OpenAPI 3.1 document of the API, made from the very definitions that validate and route requests.
 *
 * @param publicUrl base address of the service, without a trailing slash
 */
export function openApiDocument(publicUrl: string) {
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Dropline API",
      version: "1.0.0",
      description:
        "Order courier deliveries and follow them. All operations but the tariff stand under `/v1/partner` and under `/v1/delivery` alike; the tariff under `/v1/delivery` only. Every answer is JSON in one envelope: `success` with `data`, or with `error`. What happens to an order is told by webhooks, which are signed as Standard Webhooks has it.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicUrl }],
    security: [{ apiKey: [] }],
    tags: [
      { name: "partner", description: "The API under /v1/partner." },
      { name: "delivery", description: "The same under /v1/delivery, and the tariff." },
      { name: "webhooks", description: "What is sent to the endpoints of an account." },
    ],
    paths: paths(),
    webhooks: WEBHOOKS,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "An API key: `Authorization: Bearer dl_live_…` or `dl_test_…`.",
        },
      },
    },
  });
}
