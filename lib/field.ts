import * as z from "zod";

/**
 * Text of at most this many characters (code points, as PostgreSQL and JSON Schema count them) that the database and
 * JSON can carry: no NUL, no half of a surrogate pair.
 */
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
  // The document states what the refinements above check, except halves of surrogate pairs, which a pattern cannot.
  return schema.meta({
    pattern: min === undefined ? "^[^\\u0000]*$" : "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$",
    ...(min === undefined ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
  });
}

/** A whole number that a JSON number carries exactly. */
export const wholeNumber = z.int({ error: "must be a whole number" });

export const latitude = z
  .number()
  .min(-90)
  .max(90)
  .meta({ description: "Degrees, -90 to 90.", examples: [47.0226] });

export const longitude = z
  .number()
  .min(-180)
  .max(180)
  .meta({ description: "Degrees, -180 to 180.", examples: [28.8328] });

/** A list of this many elements; a wrong count is reported beside errors inside the elements. */
export function list<T extends z.ZodType>(element: T, limits: { min: number; max: number }) {
  return z
    .array(element)
    .refine((elements) => elements.length >= limits.min && elements.length <= limits.max, {
      error: `must have ${limits.min} to ${limits.max} elements`,
      // By default an invalid element would skip this check; a 400 lists everything at once.
      when: (payload) => Array.isArray(payload.value),
    })
    .meta({ minItems: limits.min, maxItems: limits.max });
}

const MAX_RUBLES = 9_999_999_999.99;

const MAX_BINARY_NOISE = 1e-6;

const toTwoDecimals = (value: number): number => Math.round(value * 100) / 100;

/**
 * An amount of money in RUB with at most two decimals, not negative. A sum of such amounts counts as one, though binary
 * fractions give 0.1 + 0.2 more digits; it is parsed without them. The document states the decimals in words: with
 * `multipleOf: 0.01`, validators that divide floats, such as Ajv's, refuse 0.29 and 19.99.
 */
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

/** An instant as RFC 3339 text with its offset from UTC. */
export const dateTime = z.iso
  .datetime({ offset: true, error: "must be a date-time with an offset, such as 2026-11-21T14:00:00+03:00" })
  .meta({ examples: ["2026-11-21T14:00:00+03:00"] });
