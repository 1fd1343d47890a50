import { type ClientMethod, type ClientModel, camel, type JsonSchema } from "./client-model";

const indent = (text: string): string => text.replaceAll("\n", "\n  ");

function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return [...new Set(branches.map(typeOf))].join(" | ");
  const merged = schema.allOf?.map(typeOf).join(" & ");
  if (merged !== undefined)
    return schema.properties === undefined ? merged : `${merged} & ${objectType(schema)}`;
  const types = [schema.type ?? "unknown"].flat();
  return types.map((type) => plainType(type, schema)).join(" | ");
}

function plainType(type: string, schema: JsonSchema): string {
  if (type === "integer" || type === "number") return "number";
  if (type === "array") {
    const item = typeOf(schema.items ?? {});
    return /[|&]/.test(item) ? `(${item})[]` : `${item}[]`;
  }
  return type === "object" ? objectType(schema) : type;
}

function objectType({ properties, required = [], additionalProperties }: JsonSchema): string {
  if (properties === undefined) {
    const values = typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown";
    return `Record<string, ${values}>`;
  }
  const lines = Object.entries(properties).map(([name, inner]) => {
    const comment =
      inner.description === undefined ? "" : `/** ${inner.description.replaceAll("*/", "*\\/")} */\n`;
    return `${comment}${name}${required.includes(name) ? "" : "?"}: ${typeOf(inner)};`;
  });
  return `{\n  ${indent(lines.join("\n"))}\n}`;
}

const nameOfData = ({ name }: ClientMethod): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Data`;

function optionsType({ query, headers }: ClientMethod): string {
  const options = [...query, ...headers].map(
    ({ name, isRequired, schema }) => `${camel(name)}${isRequired ? "" : "?"}: ${typeOf(schema)};`,
  );
  return `{ ${[...options, "signal?: AbortSignal;"].join(" ")} }`;
}

function method(one: ClientMethod): string {
  const { name, summary, verb, path, hasId, query, headers, body, isBodyOptional, isRepeatable } = one;
  const needsOptions = query.some(({ isRequired }) => isRequired);
  const parameters = [
    ...(hasId ? ["externalOrderId: string"] : []),
    ...(body === null ? [] : [`body: ${typeOf(body)}${isBodyOptional ? " = {}" : ""}`]),
    `options: ${optionsType(one)}${needsOptions ? "" : " = {}"}`,
  ];
  const address = path.replace("{external_order_id}", "$" + "{encodeURIComponent(externalOrderId)}");
  const pairs = (all: typeof query) =>
    `{ ${all.map(({ name: key }) => `${JSON.stringify(key)}: options.${camel(key)}`).join(", ")} }`;
  const call = [
    `method: "${verb}",`,
    `path: \`${address}\`,`,
    ...(query.length === 0 ? [] : [`query: ${pairs(query)},`]),
    ...(headers.length === 0 ? [] : [`headers: ${pairs(headers)},`]),
    ...(body === null ? [] : ["body,"]),
    `isRepeatable: ${isRepeatable},`,
    "signal: options.signal,",
  ];
  return `/** ${summary}. */
${name}(${parameters.join(", ")}): Promise<${nameOfData(one)}> {
  return this.#call({
    ${indent(indent(call.join("\n")))}
  });
}`;
}

const MADE = "// Made by scripts/generate-clients.ts from the API's document; change that instead.\n";

export function typescriptTypes({ methods, schemas }: ClientModel): string {
  const named = Object.entries(schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)};`);
  const data = methods.map(
    (one) => `/** What \`${one.name}\` answers. */\nexport type ${nameOfData(one)} = ${typeOf(one.data)};`,
  );
  return `${MADE}\n${[...named, ...data].join("\n\n")}\n`;
}

export function typescriptClient({ methods, schemas }: ClientModel): string {
  const used = [
    ...methods.map(nameOfData),
    ...methods.flatMap(({ body }) => (body === null ? [] : [typeOf(body)])),
  ]
    .filter((name, index, all) => all.indexOf(name) === index && /^\w+$/.test(name))
    .filter((name) => name in schemas || name.endsWith("Data"))
    .sort();
  return `${MADE}
import type {
  ${used.join(",\n  ")},
} from "./types.js";

export type * from "./types.js";

/** A problem with one field of a refused payload. */
export interface FieldIssue {
  readonly field: string;
  readonly message: string;
}

/** A refusal of the API. */
export class DroplineError extends Error {
  override readonly name = "DroplineError";

  constructor(
    message: string,
    /** The kind of error, such as \`order.not_found\`. */
    readonly id: string,
    readonly status: number,
    readonly issues: readonly FieldIssue[],
    /** Tell it to support. */
    readonly requestId: string,
  ) {
    super(message);
  }
}

export interface DroplineOptions {
  /** \`dl_live_…\` or \`dl_test_…\`. */
  readonly key: string;
  /** The service's address, without a trailing slash. */
  readonly baseUrl: string;
  /** Tries after a failure that passes by itself: no connection, 429, 503. Default: 2. */
  readonly retries?: number;
  /** For each try. Default: 10 seconds. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal | undefined;
}

const WAIT_MS = 500;

/** The Dropline API. Retries never create a second order: orders are known by your own identifier. */
export class Dropline {
  readonly #options: Required<DroplineOptions>;

  constructor(options: DroplineOptions) {
    this.#options = { retries: 2, timeoutMs: 10_000, fetch: globalThis.fetch.bind(globalThis), ...options };
  }

  ${indent(methods.map(method).join("\n\n"))}

  async #call<Data>(call: Call): Promise<Data> {
    const { retries } = this.#options;
    for (let tries = 0; ; tries += 1) {
      const mayRetry = tries < retries && call.isRepeatable && call.signal?.aborted !== true;
      const response = await this.#send(call).catch((error: unknown) => {
        if (!mayRetry) throw error;
        return null;
      });
      if (response !== null && !(mayRetry && [429, 503].includes(response.status))) return read(response);
      const seconds = Number(response?.headers.get("Retry-After") ?? 0);
      await new Promise((settle) => setTimeout(settle, Math.max(seconds * 1000, WAIT_MS * 2 ** tries)));
    }
  }

  #send({ method, path, query = {}, headers = {}, body, signal }: Call): Promise<Response> {
    const { key, baseUrl, timeoutMs, fetch: send } = this.#options;
    const address = new URL(baseUrl + path);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) address.searchParams.set(name, String(value));
    const sent = new Headers({ Authorization: \`Bearer \${key}\` });
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) sent.set(name, String(value));
    if (body !== undefined) sent.set("Content-Type", "application/json");
    const timeout = AbortSignal.timeout(timeoutMs);
    return send(address, {
      method,
      headers: sent,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

async function read<Data>(response: Response): Promise<Data> {
  const answer = (await response.json()) as
    | { success: true; data: Data }
    | { success: false; error: { id: string; message: string; details: string } };
  if (answer.success) return answer.data;
  const { id, message, details } = answer.error;
  const requestId = response.headers.get("X-Request-Id") ?? "";
  throw new DroplineError(message, id, response.status, JSON.parse(details), requestId);
}
`;
}
