import {
  type DocumentedOperation,
  findReferenced,
  getDocumentedOperation,
  type JsonSchema,
} from "@/app/v1/documented-operation";
import { bilingualDocument } from "@/app/v1/openapi";
import type { Field } from "@/lib/docs/field";

const document = bilingualDocument();

export function resolveSchema(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined) return resolveSchema(findReferenced(document, schema.$ref));
  if (schema.allOf === undefined) return schema;
  const parts = schema.allOf.map(resolveSchema);
  return {
    ...schema,
    properties: Object.assign({}, ...parts.map((part) => part.properties), schema.properties),
    required: [...parts.flatMap((part) => part.required ?? []), ...(schema.required ?? [])],
  };
}

function withoutNull(schema: JsonSchema): { schema: JsonSchema; isNullable: boolean } {
  const resolved = resolveSchema(schema);
  const branches = resolved.anyOf?.filter((branch) => branch.type !== "null");
  if (branches?.[0] === undefined || branches.length === resolved.anyOf?.length) {
    return { schema: resolved, isNullable: false };
  }
  const inner = resolveSchema(branches[0]);
  const text = resolved.description === undefined ? {} : getText(resolved);
  return { schema: { ...inner, ...text }, isNullable: true };
}

function getText({ description = "", russian = "" }: JsonSchema) {
  return { description, russian };
}

function getType(schema: JsonSchema): string {
  const type = typeof schema.type === "string" ? schema.type : schema.type?.find((one) => one !== "null");
  return schema.format === undefined ? (type ?? "object") : `${type}, ${schema.format}`;
}

function findBound(...bounds: readonly (number | undefined)[]): number | null {
  const bound = bounds.find((one) => one !== undefined && Math.abs(one) < Number.MAX_SAFE_INTEGER);
  return bound ?? null;
}

function getField(name: string, path: string, raw: JsonSchema, isRequired: boolean): Field {
  const { schema, isNullable } = withoutNull(raw);
  const inner = schema.type === "array" ? withoutNull(schema.items ?? {}).schema : schema;
  const innerPath = schema.type === "array" ? `${path}[]` : path;
  return {
    name,
    path,
    type: getType(schema),
    values: (schema.enum ?? inner.enum ?? []).map(String),
    isRequired,
    isNullable: isNullable || (typeof schema.type === "object" && schema.type.includes("null")),
    ...getText(raw.description === undefined ? schema : raw),
    min: findBound(schema.minimum, schema.minLength, schema.minItems),
    max: findBound(schema.maximum, schema.maxLength, schema.maxItems),
    byDefault: schema.default === undefined ? null : JSON.stringify(schema.default),
    fields: fieldsOfObject(inner, innerPath),
  };
}

function fieldsOfObject(schema: JsonSchema, path: string): Field[] {
  return Object.entries(schema.properties ?? {}).map(([name, inner]) =>
    getField(name, path === "" ? name : `${path}.${name}`, inner, schema.required?.includes(name) ?? false),
  );
}

export interface OperationFields {
  readonly parameters: readonly Field[];
  readonly body: readonly Field[];
  readonly data: Readonly<Record<string, readonly Field[]>>;
}

const JSON_TYPE = "application/json";

export function webhookFields(type: string): readonly Field[] {
  const webhooks = document.webhooks as unknown as Record<string, { post: DocumentedOperation }>;
  const schema = webhooks[type]?.post.requestBody?.content[JSON_TYPE]?.schema;
  if (schema === undefined) throw new Error(`The document has no webhook ${type}.`);
  return fieldsOfObject(resolveSchema(schema), "");
}

export const documentedOperation = (method: string, path: string): DocumentedOperation =>
  getDocumentedOperation(document, method, path);

export function operationFields(method: string, path: string): OperationFields {
  const operation = documentedOperation(method, path);
  const body = operation.requestBody?.content[JSON_TYPE]?.schema;
  const data = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([status, response]) => {
      const schema = response.content?.[JSON_TYPE]?.schema.properties?.data ?? {};
      return [status, fieldsOfObject(resolveSchema(schema), "data")];
    });
  return {
    parameters: (operation.parameters ?? []).map(({ name, required, schema }) =>
      getField(name, name, schema, required === true),
    ),
    body: body === undefined ? [] : fieldsOfObject(resolveSchema(body), ""),
    data: Object.fromEntries(data),
  };
}
