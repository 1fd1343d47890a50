import { isDeepStrictEqual } from "node:util";
import {
  type DocumentedOperation,
  findReferenced,
  getDocumentedOperation,
  type JsonSchema,
} from "@/app/v1/documented-operation";
import { openApiDocument } from "@/app/v1/openapi";
import { OPERATIONS } from "@/app/v1/operations";
import type { Mode } from "@/lib/account-scope";
import type { Operation } from "@/lib/api/operation";
import { placeSample, type SampleTown } from "@/lib/docs/sample-town";
import type { Prefix } from "@/lib/http/errors";
import { toApiPath } from "@/lib/urls";

export type ModeTool = ReturnType<typeof bind>;

/** The argument that confirms an irreversible operation when the client cannot ask its user. */
export const CONFIRM = "confirm";

export const needsConfirmation = ({ operationId }: Operation): boolean => operationId === "cancelOrder";

const CONFIRM_SCHEMA: JsonSchema = {
  type: "boolean",
  description: "Must be true unless the user is asked by elicitation: a cancellation cannot be undone.",
};

function bind(
  operation: Operation,
  documented: DocumentedOperation,
  prefix: Prefix,
  findSchema: (ref: string) => JsonSchema,
) {
  const { operationId, method, summary, description, isRepeatable, isDestructive = false } = operation;
  const used = new Map<string, JsonSchema>();
  const localized = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(localized);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([keyword, inner]) => {
      if (keyword !== "$ref") return [keyword, localized(inner)] as const;
      const name = String(inner).split("/").at(-1) ?? "";
      if (!used.has(name)) {
        used.set(name, {});
        used.set(name, localized(findSchema(name)) as JsonSchema);
      }
      return [keyword, `#/$defs/${name}`] as const;
    });
    return Object.fromEntries(entries);
  };
  const sent = documented.requestBody?.content["application/json"]?.schema;
  const body = sent?.$ref === undefined ? sent : findSchema(sent.$ref);
  const parameters = documented.parameters ?? [];
  const properties = {
    ...(localized(body?.properties ?? {}) as Record<string, JsonSchema>),
    ...Object.fromEntries(parameters.map(({ name, schema }) => [name, localized(schema) as JsonSchema])),
    ...(needsConfirmation(operation) ? { [CONFIRM]: CONFIRM_SCHEMA } : {}),
  };
  const required = [
    ...parameters.filter((one) => one.required === true).map(({ name }) => name),
    ...(body?.required ?? []),
  ];
  return {
    tool: {
      name: operationId,
      title: summary,
      description,
      inputSchema: {
        type: "object" as const,
        properties,
        required: [...new Set(required)],
        ...(used.size === 0 ? {} : { $defs: Object.fromEntries(used) }),
      },
      annotations: {
        readOnlyHint: method === "GET",
        destructiveHint: isDestructive,
        idempotentHint: isRepeatable,
        openWorldHint: false,
      },
    },
    operation,
    prefix,
    parameters,
    bodyFields: sent === undefined ? null : Object.keys(body?.properties ?? {}),
  };
}

let bound: readonly ModeTool[] | undefined;

export function buildTools(mode: Mode): readonly ModeTool[] {
  bound ??= bindAll();
  return bound.filter(({ operation }) => mode === "test" || operation.isTestOnly !== true);
}

const listed = new Map<Mode, { readonly town: SampleTown | null; readonly text: string }>();

/** The tools as JSON, with examples in the served city. */
export function getToolList(mode: Mode, town: SampleTown | null): string {
  const known = listed.get(mode);
  if (known !== undefined && isDeepStrictEqual(known.town, town)) return known.text;
  const tools = buildTools(mode).map(({ tool }) => tool);
  const text = JSON.stringify(placeSample({ tools }, town));
  listed.set(mode, { town, text });
  return text;
}

function bindAll(): ModeTool[] {
  const document = openApiDocument("");
  const findSchema = (ref: string) => findReferenced(document, ref);
  return OPERATIONS.map((operation) => {
    const prefix = operation.prefixes[0] ?? "partner";
    const path = toApiPath(prefix, operation.path);
    const documented = getDocumentedOperation(document, operation.method, path);
    return bind(operation, documented, prefix, findSchema);
  });
}
