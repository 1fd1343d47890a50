import * as enums from "@/lib/db/generated/enums";
import { LOCALES } from "@/lib/locale/locale";
import { CARGO_SIZES } from "@/lib/pricing/cargo-size";
import type { Kopecks } from "@/lib/pricing/money";

export const PAYMENT_TYPES = Object.values(enums.PaymentType);
export type PaymentType = (typeof PAYMENT_TYPES)[number];

export const CONTACT_TYPES = Object.values(enums.ContactType);
export type ContactType = (typeof CONTACT_TYPES)[number];

/** Readers who see a field: shop, courier, this stop's recipient, and every reader of the order's tracking pages. */
export type Audience = "shop" | "courier" | "recipient" | "reader";

/** A field without a default is required. */
type Content =
  | { readonly kind: "latitude" | "longitude"; readonly default?: never }
  | { readonly kind: "text"; readonly max?: number; readonly default?: null }
  | { readonly kind: "whole_number" | "rubles"; readonly default: null }
  | { readonly kind: "yes_no"; readonly default: boolean | null }
  | { readonly kind: "choice"; readonly options: readonly string[]; readonly default: string | null };

/** Named as in the API and in order_stops. */
export type StopField = Content & {
  readonly seenBy: readonly Audience[];
  /** Added after the first orders: null leaves their digests unchanged. */
  readonly isLater?: true;
};

export type StopFields = Readonly<Record<string, StopField>>;

const STAFF = ["shop", "courier"] as const;

export const DOOR_FIELDS = {
  apartment: { kind: "whole_number", default: null, seenBy: STAFF },
  entrance: { kind: "whole_number", default: null, seenBy: STAFF },
  floor: { kind: "whole_number", default: null, seenBy: STAFF },
  intercom: { kind: "text", max: 64, default: null, seenBy: STAFF },
} as const satisfies StopFields;

export const ADDRESS_FIELDS = {
  // The tracking map has separate rules (`trackingView`).
  latitude: { kind: "latitude", seenBy: STAFF },
  longitude: { kind: "longitude", seenBy: STAFF },
  area: { kind: "text", seenBy: [...STAFF, "recipient", "reader"] },
  street: { kind: "text", seenBy: [...STAFF, "recipient"] },
  building: { kind: "text", seenBy: [...STAFF, "recipient"] },
  ...DOOR_FIELDS,
  instructions: { kind: "text", max: 1000, default: null, seenBy: STAFF },
} as const satisfies StopFields;

/** Null takes the account's default. Columns begin with PROOF_PREFIX. */
export const PROOF_FIELDS = {
  photo: { kind: "yes_no", default: null, seenBy: STAFF, isLater: true },
  code: { kind: "yes_no", default: null, seenBy: STAFF, isLater: true },
  signature: { kind: "yes_no", default: null, seenBy: STAFF, isLater: true },
} as const satisfies StopFields;

export const PROOF_PREFIX = "proof_";

/** Columns begin with CONTACT_PREFIX. */
export const CONTACT_FIELDS = {
  value: { kind: "text", seenBy: STAFF },
  name: { kind: "text", default: null, seenBy: STAFF },
  type: { kind: "choice", options: CONTACT_TYPES, default: "phone", seenBy: STAFF },
} as const satisfies StopFields;

export const CONTACT_PREFIX = "contact_";

export const DROPOFF_FIELDS = {
  // Size and payment default to the order's; pages show the effective value (`effectivePayment`).
  cargo_size: { kind: "choice", options: CARGO_SIZES, default: null, seenBy: [] },
  payment_type: { kind: "choice", options: PAYMENT_TYPES, default: null, seenBy: [] },
  payment_amount: { kind: "rubles", default: null, seenBy: [] },
  doorstep: { kind: "yes_no", default: true, seenBy: STAFF },
  notify: { kind: "yes_no", default: null, seenBy: [], isLater: true },
  locale: { kind: "choice", options: LOCALES, default: null, seenBy: [], isLater: true },
} as const satisfies StopFields;

const MAX_SHORT_LENGTH = 64;

export function isLongText(field: StopField): boolean {
  return field.kind === "text" && (field.max ?? 0) > MAX_SHORT_LENGTH;
}

export interface Kinds {
  latitude: number;
  longitude: number;
  text: string;
  whole_number: number;
  rubles: Kopecks;
  yes_no: boolean;
}

/** Includes null if the field's default is null. */
export type Value<Field extends StopField> =
  | (Field extends { readonly options: readonly (infer Option)[] }
      ? Option
      : Kinds[Exclude<Field["kind"], "choice">])
  | (Field extends { readonly default: null } ? null : never);

export type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

export type FieldValues<Fields extends StopFields> = {
  readonly [Name in keyof Fields & string as CamelCase<Name>]: Value<Fields[Name]>;
};

export type VisibleFields<Fields extends StopFields, Who extends Audience> = {
  readonly [Name in keyof Fields & string as Who extends Fields[Name]["seenBy"][number]
    ? CamelCase<Name>
    : never]: Value<Fields[Name]>;
};

export function fieldNames<Fields extends StopFields>(fields: Fields) {
  // A constant of this type has no other keys.
  return Object.keys(fields) as (keyof Fields & string)[];
}

/** Whether a field's value is an amount; null is none. */
export function isAmount({ kind }: StopField, value: unknown): value is Kopecks {
  return kind === "rubles" && value !== null;
}

const codeNames = new Map<string, string>();

export function camelCase(name: string): string {
  let found = codeNames.get(name);
  if (found === undefined) {
    found = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    codeNames.set(name, found);
  }
  return found;
}

export function readValues<Fields extends StopFields>(
  fields: Fields,
  read: (field: StopField, name: string) => unknown,
): FieldValues<Fields> {
  const values: Record<string, unknown> = {};
  // A loop, since every read and write of an order comes here several times for each stop.
  for (const name in fields) values[camelCase(name)] = read(fields[name] as StopField, name);
  // Each caller's row type guarantees the field types, which TypeScript cannot derive here.
  return values as FieldValues<Fields>;
}

/** Returns the written values by their names after the prefix. */
export function writeValues<Fields extends StopFields, Written, Prefix extends string = "">(
  fields: Fields,
  values: FieldValues<Fields>,
  write: (field: StopField, value: Value<StopField>, name: string) => Written,
  prefix = "" as Prefix,
): Record<`${Prefix}${keyof Fields & string}`, Written> {
  const input: Readonly<Record<string, Value<StopField>>> = values;
  const written: Record<string, Written> = {};
  for (const name in fields)
    written[prefix + name] = write(fields[name] as StopField, input[camelCase(name)] ?? null, name);
  return written as Record<`${Prefix}${keyof Fields & string}`, Written>;
}

export function visibleFields<Fields extends StopFields, Who extends Audience>(
  fields: Fields,
  who: Who,
  values: VisibleFields<Fields, Who>,
): VisibleFields<Fields, Who> {
  const input: Readonly<Record<string, unknown>> = values;
  const shown = Object.entries(fields).flatMap(([name, { seenBy }]) =>
    seenBy.includes(who) ? [[camelCase(name), input[camelCase(name)]] as const] : [],
  );
  return Object.fromEntries(shown) as VisibleFields<Fields, Who>;
}
