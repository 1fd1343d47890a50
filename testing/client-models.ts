import type { JsonSchema } from "@/app/v1/documented-operation";

/** The structure of a value, independent of a language's type names. */
export interface Shape {
  readonly type: "string" | "number" | "integer" | "boolean" | "list" | "map" | "object";
  readonly nullable: boolean;
  /** Sorted values of an enum. */
  readonly values?: readonly string[];
  readonly items?: Shape;
  readonly fields?: Readonly<Record<string, { readonly required: boolean; readonly shape: Shape }>>;
}

type Schemas = Readonly<Record<string, JsonSchema>>;

/**
 * The structure of each schema of the document, without references.
 * @param areListsNullable false for a language in which any list can be null
 */
export function toShapes(schemas: Schemas, areListsNullable: boolean): Record<string, Shape> {
  const shapes = mapValues(schemas, (schema) => toShape(schema, schemas));
  if (areListsNullable) return shapes;
  return JSON.parse(
    JSON.stringify(shapes, (_, value) => (value?.type === "list" ? { ...value, nullable: false } : value)),
  );
}

const mapValues = <Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));

function toShape(schema: JsonSchema, schemas: Schemas): Shape {
  const { $ref, anyOf, enum: values, properties = {}, required = [], items, additionalProperties } = schema;
  if ($ref !== undefined) return toShape(schemas[$ref.split("/").at(-1) ?? ""] ?? {}, schemas);
  const some = anyOf?.filter(({ type }) => type !== "null");
  if (some?.[0] !== undefined) {
    if (some.length > 1) throw new Error("The document has a union");
    return { ...toShape(some[0], schemas), nullable: some.length < (anyOf?.length ?? 0) };
  }
  const types = [schema.type ?? "object"].flat();
  const nullable = types.includes("null");
  const type = types.find((one) => one !== "null");
  if (values !== undefined) return { type: "string", nullable, values: values.map(String).toSorted() };
  if (type === "array") return { type: "list", nullable, items: toShape(items ?? {}, schemas) };
  if (additionalProperties !== undefined)
    return { type: "map", nullable, items: toShape(additionalProperties, schemas) };
  if (type !== "object") return { type: type as Shape["type"], nullable };
  const fields = mapValues(properties, (inner, name) => ({
    required: required.includes(name),
    shape: toShape(inner, schemas),
  }));
  return { type, nullable, fields };
}

const PHP_TYPES: Readonly<Record<string, Shape["type"]>> = {
  string: "string",
  int: "integer",
  float: "number",
  bool: "boolean",
};

/** Reads the `@phpstan-type` lines of a PHP doc comment. */
export function readPhpTypes(comment: string): Record<string, Shape> {
  const text = comment.replace(/^\s*\/?\*+\/?/gm, " ");
  const types = Object.fromEntries(
    text
      .split("@phpstan-type")
      .slice(1)
      .map((line) => [/\w+/.exec(line)?.[0], line.trim().replace(/^\w+/, "")]),
  );
  const read = (source: string): Shape => {
    const tokens = source.match(/'[^']*'|\w+|[{}<>|,:?]/g) ?? [];
    const take = (wanted?: string): string => {
      const token = tokens.shift() ?? "";
      if (wanted !== undefined && token !== wanted)
        throw new Error(`${wanted} expected before ${tokens.join(" ")}`);
      return token;
    };
    const readUnion = (): Shape => {
      const parts = [readOne()];
      while (tokens[0] === "|") {
        take("|");
        parts.push(readOne());
      }
      const some = parts.flatMap((part) => (part === null ? [] : [part]));
      const values = some.flatMap((part) => part.values ?? []).toSorted();
      const [first] = some;
      if (first === undefined || (some.length > 1 && values.length < some.length)) throw new Error(source);
      const nullable = some.length < parts.length || some.some((part) => part.nullable);
      return { ...first, nullable, ...(values.length > 0 ? { values } : {}) };
    };
    const readOne = (): Shape | null => {
      const token = take();
      if (token === "null") return null;
      if (token.startsWith("'")) return { type: "string", nullable: false, values: [token.slice(1, -1)] };
      if (token === "list") {
        take("<");
        const items = readUnion();
        take(">");
        return { type: "list", nullable: false, items };
      }
      if (token === "array" && tokens[0] === "<") {
        for (const one of ["<", "string", ","]) take(one);
        const items = readUnion();
        take(">");
        return { type: "map", nullable: false, items };
      }
      if (token === "array") return { type: "object", nullable: false, fields: readFields() };
      const type = PHP_TYPES[token];
      if (type !== undefined) return { type, nullable: false };
      const named = types[token];
      if (named === undefined) throw new Error(`Unknown type ${token}`);
      return read(named);
    };
    const readFields = (): NonNullable<Shape["fields"]> => {
      const fields: Record<string, { required: boolean; shape: Shape }> = {};
      take("{");
      while (tokens[0] !== "}") {
        const name = take();
        const required = tokens[0] !== "?";
        if (!required) take("?");
        take(":");
        fields[name] = { required, shape: readUnion() };
        if (tokens[0] === ",") take(",");
      }
      take("}");
      return fields;
    };
    return readUnion();
  };
  return mapValues(types as Record<string, string>, read);
}
