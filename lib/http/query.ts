import * as z from "zod";
import type { FieldIssue } from "@/lib/domain-error";
import { documentAsNumber } from "@/lib/field";
import { parseFields } from "@/lib/http/issues";

interface IntegerOptions {
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly description: string;
  readonly russian: string;
}

export function integerParameter(options: IntegerOptions) {
  const { schema, meta } = describeInteger(options);
  return schema.default(options.default).meta(meta);
}

export function optionalIntegerParameter(options: IntegerOptions) {
  const { schema, meta } = describeInteger(options);
  return schema.optional().meta(meta);
}

function describeInteger(options: IntegerOptions) {
  const { min, max, description, russian } = options;
  const isSafe = max === Number.MAX_SAFE_INTEGER;
  const error = isSafe
    ? `must be a whole number of at least ${min}`
    : `must be a whole number from ${min} to ${max}`;
  const schema = z
    .string()
    .regex(/^\d{1,16}$/, { error })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error });
  const override = documentAsNumber({
    ...{ type: "integer", description, minimum: min },
    ...(isSafe ? {} : { maximum: max }),
    default: options.default,
  });
  return { schema, meta: { description, russian, override } };
}

const ONCE_MESSAGE = "must be specified only once";

const NO_BRACKETS_MESSAGE = "must be sent without brackets";

/**
 * Reads the parameters of a schema. A list is sent as `name=value`, repeatedly, or as `name[]=value` or
 * `name[0]=value`; a record as `name[key]=value`.
 */
export function parseQuery<Schema extends z.ZodObject>(
  schema: Schema,
  search: URLSearchParams,
): { query: z.output<Schema> | undefined; issues: FieldIssue[] } {
  const sent: Record<string, unknown> = {};
  const repeated: FieldIssue[] = [];
  const lists: string[] = [];
  for (const [name, parameter] of Object.entries(schema.shape)) {
    const inner = parameter instanceof z.ZodOptional ? parameter.unwrap() : parameter;
    const [value, ...others] = search.getAll(name);
    if (inner instanceof z.ZodArray) {
      lists.push(name);
      const { elements, issues } = readList(name, search);
      repeated.push(...issues);
      if (elements.length > 0) sent[name] = elements;
    } else if (others.length > 0) repeated.push({ field: name, message: ONCE_MESSAGE });
    else if (value !== undefined) sent[name] = value;
    else if (isRecord(inner)) {
      const { record, issues } = readRecord(name, search);
      repeated.push(...issues);
      if (record !== null) sent[name] = record;
    } else if (hasBrackets(name, search)) repeated.push({ field: name, message: NO_BRACKETS_MESSAGE });
  }
  const { data, issues } = parseFields(schema, sent);
  // An element of a list is another value of the same parameter.
  const named = issues.map((issue) => {
    const list = lists.find((name) => issue.field.startsWith(`${name}.`));
    return list === undefined ? issue : { ...issue, field: list };
  });
  return { query: data, issues: [...repeated, ...named] };
}

function hasBrackets(name: string, search: URLSearchParams): boolean {
  return [...search.keys()].some((parameter) => parameter.startsWith(`${name}[`));
}

function readList(name: string, search: URLSearchParams) {
  const elements: string[] = [];
  const issues: FieldIssue[] = [];
  for (const [parameter, value] of search) {
    if (parameter !== name && !parameter.startsWith(`${name}[`)) continue;
    if (/^(\[\d*\])?$/.test(parameter.slice(name.length))) elements.push(value);
    else issues.push({ field: name, message: `must be sent as ${name}, ${name}[] or ${name}[0]` });
  }
  return { elements, issues };
}

/** A record may have a check before it. */
function isRecord(schema: z.ZodType): boolean {
  return schema instanceof z.ZodRecord || (schema instanceof z.ZodPipe && schema.out instanceof z.ZodRecord);
}

function readRecord(name: string, search: URLSearchParams) {
  const entries = [...search].flatMap(([parameter, value]): [string, string][] =>
    parameter.startsWith(`${name}[`) && parameter.endsWith("]")
      ? [[parameter.slice(name.length + 1, -1), value]]
      : [],
  );
  const record = Object.fromEntries(entries);
  const keys = entries.map(([key]) => key);
  const issues = keys
    .filter((key, index) => keys.indexOf(key) < index)
    .map((key) => ({ field: `${name}.${key}`, message: ONCE_MESSAGE }));
  return { record: entries.length === 0 ? null : record, issues };
}
