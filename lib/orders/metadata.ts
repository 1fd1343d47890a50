import * as z from "zod";

/** A client's own keys and texts. */
export type Metadata = Readonly<Record<string, string>>;

export const MAX_METADATA_KEYS = 20;
export const MAX_METADATA_KEY_LENGTH = 40;
export const MAX_METADATA_VALUE_LENGTH = 500;

/** Not a usable key: assigned to a JavaScript object, it would set the object's prototype. */
export const PROTOTYPE_KEY = "__proto__";

export const storedMetadata: z.ZodType<Metadata> = z.record(z.string(), z.string());

/** Sorts keys as jsonb does, so that equal metadata serialize to equal text. */
export function sortMetadata(metadata: Metadata): Metadata {
  const entries = Object.entries(metadata).map((entry) => ({ entry, bytes: Buffer.from(entry[0]) }));
  entries.sort((a, b) => a.bytes.length - b.bytes.length || Buffer.compare(a.bytes, b.bytes));
  return Object.fromEntries(entries.map(({ entry }) => entry));
}

export const isEmptyMetadata = (metadata: Metadata): boolean => Object.keys(metadata).length === 0;

/** Null removes a key. */
export function mergeMetadata(
  stored: Metadata,
  patch: Readonly<Record<string, string | null>> = {},
): Metadata {
  const merged = Object.entries({ ...stored, ...patch }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return sortMetadata(Object.fromEntries(merged));
}

export function subtractMetadata(one: Metadata, other: Metadata): Metadata {
  return Object.fromEntries(Object.entries(one).filter(([key, value]) => other[key] !== value));
}
