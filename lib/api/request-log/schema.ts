import * as z from "zod";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "HEAD"] as const;
export const STATUS_FAMILIES = ["2xx", "4xx", "5xx"] as const;

export interface Cursor {
  readonly side: "before" | "after";
  readonly id: bigint;
}

export const rowId = z
  .string()
  .regex(/^[1-9]\d{0,17}$/)
  .transform(BigInt);

// A hand-edited URL shows all calls rather than an error.
const orNull = <Output>(schema: z.ZodType<Output>) => schema.nullable().catch(null);
const identifier = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .refine((text) => text.isWellFormed() && !text.includes("\u0000"));

const instant = z.iso.datetime().transform((text) => new Date(text));

export const requestFilter = z.object({
  status: orNull(
    z.union([
      z.enum(STATUS_FAMILIES),
      z
        .string()
        .regex(/^[1-5]\d\d$/)
        .transform(Number),
    ]),
  ),
  keyId: orNull(z.guid()),
  externalOrderId: orNull(identifier),
  requestId: orNull(identifier),
  method: orNull(z.enum(METHODS)),
  from: orNull(instant),
  to: orNull(instant),
});

export type RequestFilter = Readonly<z.infer<typeof requestFilter>>;
