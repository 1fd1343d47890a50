import { parseHouseNumber } from "@/lib/geocoding/address-grammar";
import type { Tags } from "@/packages/city/extract/feature";

export interface TaggedAddress {
  readonly street: string | null;
  readonly city: string | undefined;
  readonly key: string;
  readonly number: number;
  readonly label: string;
}

const SUFFIXES = ["", "2", "3", "4"];

export function getAddresses(tags: Tags): TaggedAddress[] {
  const city = tags["addr:city"] ?? tags["addr:town"] ?? tags["addr:village"] ?? tags["addr:hamlet"];
  return SUFFIXES.flatMap((suffix) => {
    const written = tags[`addr:housenumber${suffix}`];
    const street = tags[`addr:street${suffix}`] ?? (suffix === "" ? tags["addr:place"] : undefined);
    // A second number without a street belongs to no known street.
    if (written === undefined || (suffix !== "" && street === undefined)) return [];
    return getNumbers(written).map((number) => ({ street: street ?? null, city, ...number }));
  });
}

/** `76, 76a; 78` are three houses, `65, of. 412` is one. */
function getNumbers(written: string): Pick<TaggedAddress, "key" | "number" | "label">[] {
  const parts = written.split(/[;,]/).map(parseHouseNumber);
  const [first] = parts;
  const areAll = written.split(/[;,]/).every((part) => /^\s*\d+\s?\p{L}?\s*(?:[/-].*)?$/u.test(part));
  const known = areAll ? parts : [parseHouseNumber(written) ?? first];
  return known.flatMap((one) =>
    one == null ? [] : [{ key: one.key, number: one.number, label: one.text.slice(0, 64) }],
  );
}
