import type { openApiDocument } from "@/app/v1/openapi";

export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  /** Only in the document of the reference pages. */
  readonly russian?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

interface DocumentedParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly style?: string;
  readonly schema: JsonSchema;
}

interface Content {
  readonly "application/json": { readonly schema: JsonSchema; readonly example?: unknown };
}

/** An operation or webhook as zod-openapi generates it. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly DocumentedParameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>;
}

type ApiDocument = ReturnType<typeof openApiDocument>;

/** @throws Error if the document has no such operation */
export function getDocumentedOperation(
  document: ApiDocument,
  method: string,
  path: string,
): DocumentedOperation {
  const paths = document.paths as unknown as Record<string, Record<string, DocumentedOperation>>;
  const operation = paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`The document has no ${method} ${path}.`);
  return operation;
}

export function findReferenced(document: ApiDocument, ref: string): JsonSchema {
  const schemas = document.components?.schemas as unknown as Readonly<Record<string, JsonSchema>> | undefined;
  return schemas?.[ref.split("/").at(-1) ?? ""] ?? {};
}
