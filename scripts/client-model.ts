import { openApiDocument } from "@/app/v1/openapi";
import { OPERATIONS } from "@/app/v1/operations";
import { PREFIXES } from "@/lib/http/errors";
import { toApiPath } from "@/lib/urls";

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
}

export interface ClientParameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
}

export interface ClientMethod {
  readonly name: string;
  readonly summary: string;
  readonly verb: string;
  /** Below the service's address, with its parameter in braces. */
  readonly path: string;
  readonly hasId: boolean;
  readonly query: readonly ClientParameter[];
  readonly headers: readonly ClientParameter[];
  readonly body: JsonSchema | null;
  readonly isBodyOptional: boolean;
  readonly data: JsonSchema;
  /** Whether a request may be repeated when its outcome is unknown. */
  readonly isRepeatable: boolean;
}

export interface ClientModel {
  readonly methods: readonly ClientMethod[];
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

interface DocumentedOperation {
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  readonly requestBody?: { readonly content: Record<string, { schema: JsonSchema }> };
  readonly responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

const JSON_TYPE = "application/json";

// Each call moves the order one step further.
const ONCE: readonly string[] = ["stepOrder"];

export function clientModel(): ClientModel {
  const document = openApiDocument("");
  const paths = document.paths as unknown as Record<string, Record<string, DocumentedOperation>>;
  const schemas = (document.components?.schemas ?? {}) as unknown as Record<string, JsonSchema>;
  const methods = OPERATIONS.map((operation): ClientMethod => {
    const prefix = operation.prefixes[0] ?? PREFIXES[0];
    const path = toApiPath(prefix, operation.path);
    const documented = paths[path]?.[operation.method.toLowerCase()];
    const success = documented?.responses["200"] ?? documented?.responses["201"];
    if (documented === undefined || success === undefined) throw new Error(`The document lacks ${path}.`);
    const inPlace = (where: string): ClientParameter[] =>
      (documented.parameters ?? [])
        .filter((one) => one.in === where)
        .map(({ name, required, schema }) => ({ name, isRequired: required === true, schema }));
    return {
      name: operation.operationId,
      summary: operation.summary,
      verb: operation.method,
      path,
      hasId: path.includes("{external_order_id}"),
      query: inPlace("query"),
      headers: inPlace("header"),
      body: documented.requestBody?.content[JSON_TYPE]?.schema ?? null,
      isBodyOptional: operation.isBodyOptional === true,
      data: success.content?.[JSON_TYPE]?.schema.properties?.data ?? {},
      isRepeatable: !ONCE.includes(operation.operationId),
    };
  });
  return { methods, schemas };
}

/** `create_order` of `createOrder`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `sandbox_speed` of `X-Sandbox-Speed`. */
export const argument = (name: string): string => name.toLowerCase().replace(/^x-/, "").replaceAll("-", "_");

/** `sandboxSpeed` of `X-Sandbox-Speed`. */
export const camel = (name: string): string =>
  argument(name).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

export const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
