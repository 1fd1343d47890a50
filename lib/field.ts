import * as z from "zod";

/** Limits count code points, as PostgreSQL and JSON Schema do. Excludes NUL and lone surrogates. */
export function text(limits: { min?: 1; max?: number } = {}): z.ZodString {
  const { min, max } = limits;
  let schema = z
    .string()
    .refine((value) => value.isWellFormed(), { error: "must be well-formed Unicode text" })
    .refine((value) => !value.includes("\u0000"), { error: "must not contain the character U+0000" });
  if (min !== undefined) {
    schema = schema.refine((value) => value.trim() !== "", { error: "must not be empty" });
  }
  if (max !== undefined) {
    schema = schema.refine((value) => value.length <= max || [...value].length <= max, {
      error: `must be at most ${max} characters`,
    });
  }
  // A pattern cannot exclude lone surrogates.
  return schema.meta({
    pattern: min === undefined ? "^[^\\u0000]*$" : "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$",
    ...(min === undefined ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
  });
}

/** Exact as a JSON number. */
export const wholeNumber = z.int({ error: "must be a whole number" });

export const latitude = z
  .number()
  .min(-90)
  .max(90)
  .meta({ description: "Degrees, -90 to 90.", russian: "Широта в градусах.", examples: [47.0226] });

export const longitude = z
  .number()
  .min(-180)
  .max(180)
  .meta({ description: "Degrees, -180 to 180.", russian: "Долгота в градусах.", examples: [28.8328] });

/** Documents a parameter as a number, although it is sent as text. */
export function documentAsNumber(schema: Readonly<Record<string, unknown>>) {
  return ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
    const { russian } = jsonSchema;
    for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
    Object.assign(jsonSchema, schema, russian === undefined ? {} : { russian });
  };
}

/** Elements are not validated if the count is wrong. */
export function list<T extends z.ZodType>(element: T, limits: { min: number; max: number }) {
  const checkCount = (value: unknown, { addIssue }: z.RefinementCtx): unknown => {
    if (Array.isArray(value) && (value.length < limits.min || value.length > limits.max))
      addIssue({ code: "custom", message: `must contain ${limits.min} to ${limits.max} items` });
    return value;
  };
  return z.preprocess(checkCount, z.array(element)).meta({ minItems: limits.min, maxItems: limits.max });
}

const MAX_RUBLES = 9_999_999_999.99;

const MAX_BINARY_NOISE = 1e-6;

const toTwoDecimals = (value: number): number => Math.round(value * 100) / 100;

/** RUB, at most two decimals, also 0.1 + 0.2. Not `multipleOf: 0.01`: some validators refuse 0.29 and 19.99. */
export const rubles = z
  .number()
  .min(0)
  .max(MAX_RUBLES)
  .refine(
    (value) =>
      Math.abs(value * 100 - Math.round(value * 100)) < MAX_BINARY_NOISE || toTwoDecimals(value) === value,
    { error: "must have at most two decimal places" },
  )
  .overwrite(toTwoDecimals)
  .meta({ description: "RUB, at most two decimal places.", examples: [1500] });

const DATE_TIME = new RegExp(
  `${z.regexes.date.source.replace(/\$$/, "")}[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):?[0-5]\\d)$`,
);
const dateTimeError = "must be a date-time with an offset, such as 2026-11-21T14:00:00+03:00";

/** RFC 3339 with an offset, also without its colon, as common libraries write it. */
export const dateTime = z
  .string({ error: dateTimeError })
  .regex(DATE_TIME, { error: dateTimeError })
  .meta({ format: "date-time", examples: ["2026-11-21T14:00:00+03:00"] })
  .transform((text) => text.toUpperCase().replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
