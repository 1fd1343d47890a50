import fc from "fast-check";
import { type Metadata, sortMetadata } from "@/lib/orders/metadata";
import {
  camelCase,
  DROPOFF_FIELDS,
  type FieldValues,
  readValues,
  type StopField,
  visibleFields,
} from "@/lib/orders/stop-fields";
import { kopecks } from "@/lib/pricing/money";

/** Default values of a dropoff. */
export const PLAIN_DROPOFF = { ...readValues(DROPOFF_FIELDS, (field) => field.default), metadata: {} };

/** The same values as visible to a courier. */
export const PLAIN_CARRIED_DROPOFF = visibleFields(DROPOFF_FIELDS, "courier", PLAIN_DROPOFF);

/** A text that a form can hold: not empty, without NUL and lone surrogates. */
export const filled = (maxLength: number) =>
  fc.string({ unit: "grapheme", minLength: 1, maxLength }).filter((text) => {
    return (
      text.trim() !== "" && !text.includes("\u0000") && text.isWellFormed() && [...text].length <= maxLength
    );
  });

export const anyMetadata: fc.Arbitrary<Metadata> = fc
  .dictionary(
    filled(40).filter((key) => key !== "__proto__"),
    filled(50),
    { maxKeys: 20 },
  )
  .map(sortMetadata);

function anyValue(field: StopField): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case "choice":
      return fc.constantFrom(...field.options);
    case "yes_no":
      return fc.boolean();
    case "rubles":
      return fc.integer({ min: 0, max: 999_999_999_999 }).map(kopecks);
    case "whole_number":
      return fc.integer({ min: -5, max: Number.MAX_SAFE_INTEGER });
    case "text":
      return filled(field.max ?? 40);
    default:
      return fc.double({ min: -90, max: 90, noNaN: true });
  }
}

/** Any values of the fields that only dropoffs have. */
export const anyDropoff = fc.record(
  Object.fromEntries(
    Object.entries<StopField>(DROPOFF_FIELDS).map(([name, field]) => [
      camelCase(name),
      field.default === null ? fc.option(anyValue(field), { nil: null }) : anyValue(field),
    ]),
  ),
  // `anyValue` creates values of the type that the table gives each field.
) as fc.Arbitrary<FieldValues<typeof DROPOFF_FIELDS>>;
