import * as z from "zod";
import {
  type CreateDocumentOptions,
  createDocument,
  type ZodOpenApiHeaderObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { OPERATIONS } from "@/app/v1/operations";
import { COMMON_ERRORS, errorExample } from "@/lib/api/errors";
import type { Operation } from "@/lib/api/operation";
import { WEBHOOKS } from "@/lib/api/webhooks";
import { type ErrorCode, PREFIXES, type Prefix, toApiError } from "@/lib/http/errors";
import { externalOrderId } from "@/lib/orders/schema";
import { toApiPath } from "@/lib/urls";

const errorEnvelope = z
  .object({
    success: z.literal(false),
    error: z.object({
      id: z.string().meta({ description: "Identifier of the kind of error." }),
      code: z.string().meta({ description: "The same identifier in upper snake case." }),
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

const HEADERS = {
  "X-Request-Id": {
    description: "Identifies this response; the client's identifier if it sent one.",
    required: true,
    schema: { type: "string" },
  },
  "RateLimit-Policy": {
    description:
      "The key's quota (draft-ietf-httpapi-ratelimit-headers): q requests in w seconds. Absent where a key is not limited.",
    schema: { type: "string", examples: ['"default";q=300;w=61'] },
  },
  RateLimit: {
    description: "What is left of the quota: r requests now, and one more in t seconds.",
    schema: { type: "string", examples: ['"default";r=299;t=61'] },
  },
  "Retry-After": { description: "Seconds to wait.", required: true, schema: { type: "integer", minimum: 1 } },
  "WWW-Authenticate": {
    required: true,
    description: 'The scheme, and `error="invalid_token"` if a token was sent.',
    schema: { type: "string", examples: ['Bearer realm="Dropline", error="invalid_token"'] },
  },
} as const satisfies Record<string, ZodOpenApiHeaderObject>;

function headers(...names: (keyof typeof HEADERS)[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function getOperationId(operation: Operation, prefix: Prefix): string {
  const { operationId } = operation;
  if (prefix === "partner" || operation.prefixes.length === 1) return operationId;
  return `delivery${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
}

type ErrorResponse = ReturnType<typeof getErrors>[number];

function getErrors(operation: Operation, prefix: Prefix) {
  const ofPath: ErrorCode[] = operation.path.includes("{external_order_id}") ? ["INVALID_PAYLOAD"] : [];
  const codes = [...new Set([...ofPath, ...operation.errors, ...COMMON_ERRORS])];
  const statuses = [...new Set(codes.map((code) => toApiError(code, prefix).status))].sort((a, b) => a - b);
  return statuses.map((status) => ({
    status,
    codes: codes.filter((code) => toApiError(code, prefix).status === status),
    prefix,
  }));
}

/** Returns a name such as `OrderNotFound`, or `PartnerInvalidPayload` where the response depends on the prefix. */
function componentName({ status, codes, prefix }: ErrorResponse): string {
  if (status === 401) return "Unauthorized";
  const words = codes.map((code) =>
    code.toLowerCase().replace(/(^|_)(.)/g, (_, __, letter) => letter.toUpperCase()),
  );
  const isOfPrefix = codes.includes("INVALID_PAYLOAD");
  return `${isOfPrefix ? prefix.charAt(0).toUpperCase() + prefix.slice(1) : ""}${words.join("Or")}`;
}

function errorComponent({ status, codes, prefix }: ErrorResponse): ZodOpenApiResponseObject {
  const errors = codes.map((code) => toApiError(code, prefix));
  const canRetry = errors.some((error) => error.retryAfter !== undefined);
  const examples = codes.map((code) => [toApiError(code, prefix).id, { value: errorExample(code, prefix) }]);
  return {
    description: errors.map((error) => `\`${error.id}\`: ${error.message}`).join("\n\n"),
    headers: {
      ...headers("X-Request-Id"),
      ...(status === 401 ? headers("WWW-Authenticate") : headers("RateLimit-Policy", "RateLimit")),
      ...(canRetry ? headers("Retry-After") : {}),
    },
    content: { "application/json": { schema: errorEnvelope, examples: Object.fromEntries(examples) } },
  };
}

function errorComponents(): Record<string, ZodOpenApiResponseObject> {
  const all = OPERATIONS.flatMap((operation) =>
    operation.prefixes.flatMap((prefix) => getErrors(operation, prefix)),
  );
  return Object.fromEntries(all.map((error) => [componentName(error), errorComponent(error)]));
}

function errorResponses(operation: Operation, prefix: Prefix): Record<string, { $ref: string }> {
  return Object.fromEntries(
    getErrors(operation, prefix).map((error) => [
      String(error.status),
      { $ref: `#/components/responses/${componentName(error)}` },
    ]),
  );
}

function successResponses(operation: Operation): ZodOpenApiOperationObject["responses"] {
  return Object.fromEntries(
    Object.entries(operation.responses).map(([status, { description, data, example, headers: more }]) => {
      const own = Object.entries(more ?? {}).map(([name, header]) => [
        name,
        { description: header.description, schema: { type: "string" as const } },
      ]);
      const response = {
        description,
        headers: {
          ...headers("X-Request-Id", "RateLimit-Policy", "RateLimit"),
          ...Object.fromEntries(own),
        },
        content: {
          "application/json": {
            schema: z.object({ success: z.literal(true), data }),
            example: { success: true, data: example },
          },
          ...(operation.csv === undefined
            ? {}
            : { "text/csv": { schema: z.string().meta({ description: operation.csv }) } }),
        },
      };
      return [status, response];
    }),
  );
}

const PARAMETERS: Readonly<Record<string, z.ZodType>> = {
  external_order_id: externalOrderId,
  batch_id: z.string().meta({
    description: "From the response that created the batch.",
    russian: "Из ответа на создание пакета.",
  }),
  month: z.string().meta({ description: "Such as 2026-11.", russian: "Например, 2026-11." }),
};

function documented(operation: Operation, prefix: Prefix): ZodOpenApiOperationObject {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const hasId = names.length > 0;
  const path = z.object(Object.fromEntries(names.map((name) => [name, PARAMETERS[name] ?? z.string()])));
  return {
    operationId: getOperationId(operation, prefix),
    summary: operation.summary,
    description: operation.description,
    tags: [prefix],
    "x-repeatable": operation.isRepeatable,
    ...(hasId || operation.query !== undefined || operation.testHeaders !== undefined
      ? {
          requestParams: {
            ...(hasId ? { path } : {}),
            ...(operation.query === undefined ? {} : { query: operation.query }),
            ...(operation.testHeaders === undefined ? {} : { header: operation.testHeaders }),
          },
        }
      : {}),
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            required: operation.isBodyOptional !== true,
            content: { "application/json": { schema: operation.body, example: operation.examples?.body } },
          },
        }),
    responses: { ...successResponses(operation), ...errorResponses(operation, prefix) },
  };
}

function paths(): ZodOpenApiPathsObject {
  const all: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const prefix of PREFIXES) {
    for (const operation of OPERATIONS) {
      if (!operation.prefixes.includes(prefix)) continue;
      const path = toApiPath(prefix, operation.path);
      all[path] = { ...all[path], [operation.method.toLowerCase()]: documented(operation, prefix) };
    }
  }
  return all;
}

/** OpenAPI 3.1 document, built from the definitions that validate and route requests. */
export function openApiDocument(publicUrl: string) {
  return buildDocument(publicUrl, { override: ({ jsonSchema }) => void delete jsonSchema.russian });
}

/** The same with `russian` next to each `description` of a schema, for the API reference. */
export function bilingualDocument() {
  return buildDocument("", {});
}

function buildDocument(publicUrl: string, options: CreateDocumentOptions) {
  return createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Dropline API",
        version: "1.0.0",
        description:
          "Order courier deliveries and follow them. Every operation is available under `/v1/partner` and `/v1/delivery`; the tariff under `/v1/delivery` only. Every response is JSON in one envelope: `success` with `data`, or with `error`. Leave out fields that have no value: `null` is accepted only where the schema says so, and is a 400 anywhere else. Webhooks, signed with Standard Webhooks, report what happens to an order.",
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: publicUrl }],
      security: [{ apiKey: [] }],
      tags: [
        { name: "partner", description: "The API under /v1/partner." },
        { name: "delivery", description: "The same under /v1/delivery, and the tariff." },
        { name: "webhooks", description: "What is sent to an account's webhook endpoints." },
      ],
      paths: paths(),
      webhooks: WEBHOOKS,
      components: {
        headers: HEADERS,
        responses: errorComponents(),
        securitySchemes: {
          apiKey: {
            type: "http",
            scheme: "bearer",
            description: "An API key: `Authorization: Bearer dl_live_…` or `dl_test_…`.",
          },
        },
      },
    },
    options,
  );
}
