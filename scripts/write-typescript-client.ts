import { type ClientMethod, type ClientModel, camel, type JsonSchema } from "./client-model";

const indent = (text: string): string => text.replaceAll("\n", "\n  ");

function getType(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return [...new Set(branches.map(getType))].join(" | ");
  const merged = schema.allOf?.map(getType).join(" & ");
  if (merged !== undefined)
    return schema.properties === undefined ? merged : `${merged} & ${objectType(schema)}`;
  const types = [schema.type ?? "unknown"].flat();
  return types.map((type) => plainType(type, schema)).join(" | ");
}

function plainType(type: string, schema: JsonSchema): string {
  if (type === "integer" || type === "number") return "number";
  if (type === "array") {
    const item = getType(schema.items ?? {});
    return /[|&]/.test(item) ? `(${item})[]` : `${item}[]`;
  }
  return type === "object" ? objectType(schema) : type;
}

function objectType({ properties, required = [], additionalProperties }: JsonSchema): string {
  if (properties === undefined) {
    const values = typeof additionalProperties === "object" ? getType(additionalProperties) : "unknown";
    return `Record<string, ${values}>`;
  }
  const lines = Object.entries(properties).map(([name, inner]) => {
    const comment =
      inner.description === undefined ? "" : `/** ${inner.description.replaceAll("*/", "*\\/")} */\n`;
    return `${comment}${name}${required.includes(name) ? "" : "?"}: ${getType(inner)};`;
  });
  return `{\n  ${indent(lines.join("\n"))}\n}`;
}

const nameOfData = ({ name }: ClientMethod): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Data`;

function optionsType({ query, headers }: ClientMethod): string {
  const options = [...query, ...headers].map(
    ({ name, isRequired, schema }) => `${camel(name)}${isRequired ? "" : "?"}: ${getType(schema)};`,
  );
  return `{ ${[...options, "signal?: AbortSignal;"].join(" ")} }`;
}

function method(one: ClientMethod): string {
  const { name, summary, verb, path, hasId, query, headers, body, isBodyOptional, isRepeatable } = one;
  const needsOptions = query.some(({ isRequired }) => isRequired);
  const parameters = [
    ...(hasId ? ["externalOrderId: string"] : []),
    ...(body === null ? [] : [`body: ${getType(body)}${isBodyOptional ? " = {}" : ""}`]),
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
  const named = Object.entries(schemas).map(([name, schema]) => `export type ${name} = ${getType(schema)};`);
  const data = methods.map(
    (one) => `/** What \`${one.name}\` answers. */\nexport type ${nameOfData(one)} = ${getType(one.data)};`,
  );
  return `${MADE}\n${[...named, ...data].join("\n\n")}\n`;
}

export function typescriptImports({ methods, schemas }: ClientModel): string {
  const bodies = methods.flatMap(({ body }) => (body === null ? [] : [getType(body)]));
  const used = new Set([...methods.map(nameOfData), ...bodies.filter((name) => name in schemas)]);
  return `import type {\n  ${[...used].sort().join(",\n  ")},\n} from "./types.js";\n`;
}

export function typescriptMethods({ methods }: ClientModel): string {
  return methods.map(method).join("\n\n");
}
