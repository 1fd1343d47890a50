import { parseHouseNumber } from "@/lib/city/geocoding/address-grammar";
import type { Tags } from "@/packages/city/extract/feature";

export interface TaggedAddress {
  readonly street: string | null;
  readonly city: string | undefined;
  readonly key: string;
  readonly number: number;
  readonly label: string;
}

const SUFFIXES = ["", "2", "3", "4"];
/** A longer range of numbers is a mistake. */
const MAX_RANGE = 100;

export function getAddresses(tags: Tags): TaggedAddress[] {
  const city = tags["addr:city"] ?? tags["addr:town"] ?? tags["addr:village"] ?? tags["addr:hamlet"];
  return SUFFIXES.flatMap((suffix) => {
    const isFirst = suffix === "";
    const street =
      tags[`addr:street${suffix}`] ?? (isFirst ? tags["addr:place"] : tags[`addr${suffix}:street`]);
    const written = isFirst
      ? tags["addr:housenumber"]
      : (tags[`addr:housenumber${suffix}`] ??
        tags[`addr${suffix}:housenumber`] ??
        (suffix === "2" ? findCornerNumber(tags["addr:housenumber"]) : undefined));
    // A second number without a street belongs to no known street.
    if (written === undefined || (!isFirst && street === undefined)) return [];
    const range = isFirst ? listRange(written, tags["addr:interpolation"]) : [];
    const all = [written, ...range].flatMap(getNumbers);
    return all.map((number) => ({ street: street ?? null, city, ...number }));
  });
}

/** The numbers of a corner house on its second street: 37/49 is 49 there, and some write 49/37. */
function findCornerNumber(written: string | undefined): string | undefined {
  const [, first, second] = /^(\d+\p{L}?)\/(\d+\p{L}?)$/u.exec(written ?? "") ?? [];
  return second === undefined ? undefined : `${second};${second}/${first}`;
}

/** 61, 63 and 65 for `61-65` with `addr:interpolation=odd`; the range itself is a number of its own. */
function listRange(written: string, interpolation: string | undefined): string[] {
  const step = findStep(interpolation);
  const [, from, to] = /^\s*(\d{1,4})\s*[-–]\s*(\d{1,4})\s*$/.exec(written) ?? [];
  if (step === null || from === undefined || to === undefined) return [];
  const count = Math.floor((Number(to) - Number(from)) / step) + 1;
  if (count < 2 || count > MAX_RANGE) return [];
  return Array.from({ length: count }, (_, index) => String(Number(from) + index * step));
}

/** The step between the numbers of an `addr:interpolation`; null if they cannot be counted. */
export function findStep(interpolation: string | undefined): number | null {
  if (interpolation === "all") return 1;
  if (interpolation === "even" || interpolation === "odd") return 2;
  const step = Number(interpolation);
  return Number.isInteger(step) && step > 0 ? step : null;
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
