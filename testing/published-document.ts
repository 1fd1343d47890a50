import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { openApiDocument } from "@/app/v1/openapi";

/** One request and its response, as sent over HTTP. */
export interface QueryPipeline {
  readonly method: string;
  /** With its query, still percent-encoded. */
  readonly path: string;
  readonly body: string | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly style?: string;
  readonly schema: { readonly type?: string };
}
interface Header {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly schema?: { readonly type?: string };
}
interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, Header>>;
}
interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Response>>;
}

const document = JSON.parse(JSON.stringify(openApiDocument("https://dropline.example")));
const operations = document.paths as Record<string, Record<string, Operation>>;
// Each format also has a pattern.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(document, "document");

const JSON_SCHEMA = ["content", "application/json", "schema"];
const OWN_HEADERS = /^(x-request-id|ratelimit|idempotent-|retry-after|www-authenticate)/;

/** Returns the validator of the schema at a path in the document. */
function checkAt(...place: readonly (string | number)[]): ValidateFunction {
  const steps = place.map((step) =>
    encodeURIComponent(String(step).replaceAll("~", "~0").replaceAll("/", "~1")),
  );
  const check = ajv.getSchema(`document#/${steps.join("/")}`);
  if (check === undefined) throw new Error(`The document has no ${place.join(" ")}`);
  return check;
}

/** Returns the target of a reference in the document, or the value itself if it is not a reference. */
function resolved<Thing extends { readonly $ref?: string }>(thing: Thing): Thing {
  if (thing.$ref === undefined) return thing;
  const [kind = "", name = ""] = thing.$ref.split("/").slice(-2);
  return document.components[kind][name] as Thing;
}

interface DocumentIssue {
  readonly template: string;
  readonly verb: string;
  readonly operation: Operation;
  readonly url: URL;
}

function findOperation(method: string, path: string): DocumentIssue | null {
  const url = new URL(path, "http://service");
  const segments = url.pathname.split("/");
  const verb = method.toLowerCase();
  for (const [template, item] of Object.entries(operations)) {
    const expected = template.split("/");
    const isMatch =
      expected.length === segments.length &&
      expected.every(
        (part, index) => part === segments[index] || (part.startsWith("{") && segments[index] !== ""),
      );
    const operation = isMatch ? item[verb] : undefined;
    if (operation !== undefined) return { template, verb, operation, url };
  }
  return null;
}

/** Returns the published document's validation errors for a request body; null if it is valid. */
export function refusedBody(method: string, path: string, body: unknown): string | null {
  const found = findOperation(method, path);
  if (found === null) throw new Error(`The document has no ${method} ${path}`);
  const check = checkAt("paths", found.template, found.verb, "requestBody", ...JSON_SCHEMA);
  return check(body) ? null : ajv.errorsText(check.errors);
}

function refusedRequest(
  { template, verb, operation, url }: DocumentIssue,
  exchange: QueryPipeline,
): string | null {
  for (const [index, { name, in: place, style, schema }] of (operation.parameters ?? []).entries()) {
    // Headers are not part of an exchange.
    if (place === "header") continue;
    const checkValue = (value: unknown) => {
      const check = checkAt("paths", template, verb, "parameters", index, "schema");
      return check(value) ? null : `${name}: ${ajv.errorsText(check.errors)}`;
    };
    if (style === "deepObject" || schema.type === "array") {
      const entries = [...url.searchParams].flatMap(([sent, value]) =>
        sent.startsWith(`${name}[`) ? [[sent.slice(name.length + 1, -1), value]] : [],
      );
      const list = url.searchParams.getAll(name);
      if (entries.length + list.length === 0) continue;
      const refused = checkValue(schema.type === "array" ? list : Object.fromEntries(entries));
      if (refused !== null) return refused;
      continue;
    }
    const text =
      place === "query" ? url.searchParams.get(name) : decodeURIComponent(url.pathname.split("/")[4] ?? "");
    if (text === null) continue;
    const refused = checkValue(["integer", "number"].includes(schema.type ?? "") ? Number(text) : text);
    if (refused !== null) return refused;
  }
  if (operation.requestBody === undefined) return null;
  if (exchange.body === undefined || exchange.body === "")
    return operation.requestBody.required ? "no body" : null;
  return refusedBody(exchange.method, exchange.path, JSON.parse(exchange.body));
}

function refusedHeaders(described: Readonly<Record<string, Header>>, headers: Headers): string | null {
  for (const [name, header] of Object.entries(described)) {
    const { required = false, schema } = resolved(header);
    const value = headers.get(name);
    if (value === null && required) return `no ${name}`;
    if (value !== null && schema?.type === "integer" && !/^[1-9]\d*$/.test(value)) return `${name}: ${value}`;
  }
  const known = Object.keys(described).map((name) => name.toLowerCase());
  const unknown = [...headers.keys()].find((name) => OWN_HEADERS.test(name) && !known.includes(name));
  return unknown === undefined ? null : `${unknown} is not described`;
}

/**
 * Checks an exchange against the published OpenAPI document, as a validating proxy would: the response must have a
 * documented status, headers and body, and an accepted request must be one that the document accepts.
 *
 * @throws Error when they differ; URLs and methods missing from the document are not checked
 */
export function checkExchange(exchange: QueryPipeline): void {
  const { method, path, status } = exchange;
  const found = findOperation(method, path);
  if (found === null) return;
  const { template, verb, operation } = found;
  const described = operation.responses[status];
  const fail = (what: string) =>
    new Error(`${method} ${path}, ${status}: ${what}\n${exchange.body ?? ""}\n${exchange.text}`);
  if (described === undefined) throw fail("the document has no such answer");
  const headers = refusedHeaders(resolved(described).headers ?? {}, exchange.headers);
  if (headers !== null) throw fail(`the answer's headers are not as described: ${headers}`);
  const place = described.$ref?.split("/").slice(1) ?? ["paths", template, verb, "responses", status];
  const check = checkAt(...place, ...JSON_SCHEMA);
  if (!check(JSON.parse(exchange.text)))
    throw fail(`the answer is not as described: ${ajv.errorsText(check.errors)}`);
  // A repeated request succeeds with any body.
  const isRepeat = exchange.headers.get("idempotent-replayed") !== null;
  const refused = status < 300 && !isRepeat ? refusedRequest(found, exchange) : null;
  if (refused !== null) throw fail(`accepted, although the document refuses it: ${refused}`);
}
