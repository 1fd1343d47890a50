import {
  type DocumentedOperation,
  type DocumentedParameter,
  getDocumentedOperation,
} from "@/app/v1/documented-operation";
import { openApiDocument } from "@/app/v1/openapi";
import { OPERATIONS } from "@/app/v1/operations";
import { placeSample, type SampleTown } from "@/lib/docs/sample-town";
import { toApiPath } from "@/lib/urls";

export const POSTMAN_SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

const KEY = "dropline_key";
const BASE = "base_url";

const JSON_TYPE = "application/json";
/** Values of path parameters; the others are Postman variables. */
const EXAMPLES: Readonly<Record<string, string>> = { external_order_id: "shop-1042", month: "2026-11" };

/** Operations that end an order come last, so that every request of a run succeeds. */
const LAST = ["stepOrder", "answerUndeliverable", "cancelOrder"];

const BEFORE: Readonly<Record<string, readonly object[]>> = { stepOrder: [{ until: "in_progress" }, {}] };

/** What Postman keeps of a response for the requests that follow. */
const SAVED: Readonly<Record<string, string>> = {
  createBatch: 'pm.collectionVariables.set("batch_id", pm.response.json().data.batch_id);',
};

const text = (value: unknown): string => JSON.stringify(value, null, 2);

/** Builds a Postman collection of all operations with examples, which a test key can run from top to bottom. */
export function postmanCollection(publicUrl: string, town: SampleTown | null) {
  const document = placeSample(openApiDocument(publicUrl), town);
  const inTurn = OPERATIONS.toSorted((a, b) => LAST.indexOf(a.operationId) - LAST.indexOf(b.operationId));
  const item = inTurn.flatMap(({ operationId, method, path, prefixes }) => {
    const full = toApiPath(prefixes[0] ?? "", path);
    const documented = getDocumentedOperation(document, method, full);
    const example = documented.requestBody?.content[JSON_TYPE]?.example ?? {};
    const saved = SAVED[operationId];
    const event = saved === undefined ? {} : { event: [{ listen: "test", script: { exec: [saved] } }] };
    return [...(BEFORE[operationId] ?? []), example].map((body) => ({
      ...toItem(method, full, documented, body),
      ...event,
    }));
  });
  return {
    info: {
      name: document.info.title,
      description: document.info.description,
      version: document.info.version,
      schema: POSTMAN_SCHEMA,
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: `{{${KEY}}}`, type: "string" }] },
    variable: [
      { key: BASE, value: publicUrl, type: "string" },
      { key: KEY, value: "", type: "string", description: "A test key of your account: dl_test_…" },
    ],
    item,
  };
}

function toItem(method: string, path: string, documented: DocumentedOperation, body: unknown) {
  const { summary, description, parameters = [], requestBody, responses } = documented;
  const inPlace = (where: DocumentedParameter["in"]) => parameters.filter((one) => one.in === where);
  const request = {
    method,
    description,
    header: [
      ...(requestBody === undefined ? [] : [{ key: "Content-Type", value: JSON_TYPE }]),
      ...inPlace("header").map(({ name, schema }) => ({
        key: name,
        value: "",
        description: schema.description ?? "",
        disabled: true,
      })),
    ],
    ...(requestBody === undefined
      ? {}
      : { body: { mode: "raw", raw: text(body), options: { raw: { language: "json" } } } }),
    url: buildUrl(path, inPlace("query")),
  };
  const response = Object.entries(responses).flatMap(([status, { description: name, content }]) => {
    const example = content?.[JSON_TYPE]?.example;
    if (example === undefined || !/^\d+$/.test(status)) return [];
    return [
      {
        name: name ?? status,
        originalRequest: request,
        code: Number(status),
        status: name ?? "",
        header: [{ key: "Content-Type", value: JSON_TYPE }],
        body: text(example),
        _postman_previewlanguage: "json",
      },
    ];
  });
  return { name: summary, request, response };
}

function buildUrl(path: string, parameters: readonly DocumentedParameter[]) {
  const segments = path
    .split("/")
    .slice(1)
    .map((segment) => segment.replace(/^\{(.+)\}$/, ":$1"));
  const variable = segments
    .filter((segment) => segment.startsWith(":"))
    .map((segment) => segment.slice(1))
    .map((key) => ({ key, value: EXAMPLES[key] ?? `{{${key}}}` }));
  const query = parameters.map(({ name, required, style, schema }) => ({
    key: style === "deepObject" ? `${name}[key]` : name,
    value: String(schema.examples?.[0] ?? ""),
    description: schema.description ?? "",
    disabled: required !== true,
  }));
  const sent = query
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => `${key}=${encodeURIComponent(value)}`);
  return {
    raw: `{{${BASE}}}/${segments.join("/")}${sent.length === 0 ? "" : `?${sent.join("&")}`}`,
    host: [`{{${BASE}}}`],
    path: segments,
    ...(variable.length === 0 ? {} : { variable }),
    ...(query.length === 0 ? {} : { query }),
  };
}
