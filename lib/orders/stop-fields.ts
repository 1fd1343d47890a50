import * as enums from "@/lib/db/generated/enums";
import { CARGO_SIZES } from "@/lib/pricing/cargo-size";
import type { Kopecks } from "@/lib/pricing/money";

export const PAYMENT_TYPES = Object.values(enums.PaymentType);
export type PaymentType = (typeof PAYMENT_TYPES)[number];

export const CONTACT_TYPES = Object.values(enums.ContactType);
export type ContactType = (typeof CONTACT_TYPES)[number];

/**
 * Who is shown a field as it was sent: the shop on the order's page, the courier in their app, the recipient of this
 * very stop on its tracking page, and every reader of any tracking page of the order.
 */
export type Audience = "shop" | "courier" | "recipient" | "reader";

/** What a field holds, and what create and PUT take where it is left out. Without a default it is required. */
type Content =
  | { readonly kind: "latitude" | "longitude"; readonly default?: never }
  | { readonly kind: "text"; readonly max?: number; readonly default?: null }
  | { readonly kind: "whole_number" | "rubles"; readonly default: null }
  | { readonly kind: "yes_no"; readonly default: boolean | null }
  | { readonly kind: "choice"; readonly options: readonly string[]; readonly default: string | null };

/** One field of a stop. Its name is the API's; its column in order_stops has the same, an enum type that of its column. */
export type StopField = Content & {
  readonly seenBy: readonly Audience[];
  /** What the API's document says of it. */
  readonly meta?: { readonly description?: string; readonly examples?: readonly (string | number)[] };
  /** What it says besides where create and PUT have the field. */
  readonly bodyMeta?: { readonly description: string };
  /** Came after the first orders were stored: while it is null, their digests are as they were without it. */
  readonly isLater?: true;
};

export type StopFields = Readonly<Record<string, StopField>>;

const STAFF = ["shop", "courier"] as const;

/** The way from the street to the door. */
export const DOOR_FIELDS = {
  apartment: {
    kind: "whole_number",
    default: null,
    seenBy: STAFF,
    meta: { description: "A whole number; anything else goes into instructions.", examples: [12] },
  },
  entrance: { kind: "whole_number", default: null, seenBy: STAFF },
  floor: { kind: "whole_number", default: null, seenBy: STAFF },
  intercom: { kind: "text", max: 64, default: null, seenBy: STAFF },
} as const satisfies StopFields;

export const ADDRESS_FIELDS = {
  // A tracking page's map draws points by rules of its own (`trackingView`).
  latitude: { kind: "latitude", seenBy: STAFF },
  longitude: { kind: "longitude", seenBy: STAFF },
  area: {
    kind: "text",
    seenBy: [...STAFF, "recipient", "reader"],
    meta: { description: "City or locality.", examples: ["Кишинёв"] },
  },
  street: {
    kind: "text",
    seenBy: [...STAFF, "recipient", "reader"],
    meta: { examples: ["улица Пушкина"] },
  },
  building: {
    kind: "text",
    seenBy: [...STAFF, "recipient"],
    meta: { description: "House or building number.", examples: ["24"] },
  },
  ...DOOR_FIELDS,
  instructions: {
    kind: "text",
    max: 1000,
    default: null,
    seenBy: STAFF,
    meta: { description: "Free text shown to the courier." },
  },
} as const satisfies StopFields;

/** What a stop asks for before the courier goes on; null takes the account's default. Columns begin with PROOF_PREFIX. */
export const PROOF_FIELDS = {
  photo: { kind: "yes_no", default: null, seenBy: STAFF, isLater: true },
  code: {
    kind: "yes_no",
    default: null,
    seenBy: STAFF,
    isLater: true,
    meta: {
      description: "Six digits that the recipient's own tracking page shows and the courier has to be told.",
    },
  },
  signature: { kind: "yes_no", default: null, seenBy: STAFF, isLater: true },
} as const satisfies StopFields;

export const PROOF_PREFIX = "proof_";

/** Their columns begin with CONTACT_PREFIX. */
export const CONTACT_FIELDS = {
  value: {
    kind: "text",
    seenBy: STAFF,
    meta: { description: "Phone number, E.164 preferred, or messaging handle.", examples: ["+37369123456"] },
  },
  name: { kind: "text", default: null, seenBy: STAFF },
  type: { kind: "choice", options: CONTACT_TYPES, default: "phone", seenBy: STAFF },
} as const satisfies StopFields;

export const CONTACT_PREFIX = "contact_";

/** What a dropoff has besides its address and contact. */
export const DROPOFF_FIELDS = {
  // Size and payment fall back on the order's, and pages show what comes of that (`effectivePayment`).
  cargo_size: {
    kind: "choice",
    options: CARGO_SIZES,
    default: null,
    seenBy: [],
    bodyMeta: { description: "Default: the order's cargo_size." },
  },
  payment_type: {
    kind: "choice",
    options: PAYMENT_TYPES,
    default: null,
    seenBy: [],
    meta: { description: "How the courier pays for goods bought out at this door." },
  },
  payment_amount: {
    kind: "rubles",
    default: null,
    seenBy: [],
    meta: {
      description:
        "Buyout amount in RUB for this dropoff; null when there is no buyout. Left out, the first dropoff takes the order's.",
    },
  },
  doorstep: {
    kind: "yes_no",
    default: true,
    seenBy: STAFF,
    meta: { description: "True: the courier carries to the door. False: meets at the entrance." },
  },
} as const satisfies StopFields;

const MAX_SHORT_LENGTH = 64;

/** Whether a field is a text of possibly several lines. */
export function isLongText(field: StopField): boolean {
  return field.kind === "text" && (field.max ?? 0) > MAX_SHORT_LENGTH;
}

/** What each kind of field is in code, but for a choice, which is one of its options. */
interface Kinds {
  latitude: number;
  longitude: number;
  text: string;
  whole_number: number;
  rubles: Kopecks;
  yes_no: boolean;
}

/** A field's value: null where that is its default. */
export type Value<Field extends StopField> =
  | (Field extends { readonly options: readonly (infer Option)[] }
      ? Option
      : Kinds[Exclude<Field["kind"], "choice">])
  | (Field extends { readonly default: null } ? null : never);

/** `payment_amount` in code: `paymentAmount`. */
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The values of some fields, as code names them. */
export type FieldValues<Fields extends StopFields> = {
  readonly [Name in keyof Fields & string as CamelCase<Name>]: Value<Fields[Name]>;
};

/** Those of the values that somebody may see. */
export type VisibleFields<Fields extends StopFields, Who extends Audience> = {
  readonly [Name in keyof Fields & string as Who extends Fields[Name]["seenBy"][number]
    ? CamelCase<Name>
    : never]: Value<Fields[Name]>;
};

const codeNames = new Map<string, string>();

/** The name that a field's value has in code. */
export function camelCase(name: string): string {
  let found = codeNames.get(name);
  if (found === undefined) {
    found = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    codeNames.set(name, found);
  }
  return found;
}

/** The values that `read` finds for each of the fields, under their names in code. */
export function readValues<Fields extends StopFields>(
  fields: Fields,
  read: (field: StopField, name: string) => unknown,
): FieldValues<Fields> {
  const values = Object.entries(fields).map(([name, field]) => [camelCase(name), read(field, name)]);
  // `read` is one function for fields of all kinds, which its types cannot tell apart; each caller's row type does.
  return Object.fromEntries(values) as FieldValues<Fields>;
}

/** What `write` makes of each of some values, under their fields' names. */
export function writeValues<Fields extends StopFields, Written>(
  fields: Fields,
  values: FieldValues<Fields>,
  write: (field: StopField, value: Value<StopField>, name: string) => Written,
): Record<keyof Fields & string, Written> {
  const input: Readonly<Record<string, Value<StopField>>> = values;
  const written = Object.entries(fields).map(([name, field]) => [
    name,
    write(field, input[camelCase(name)] ?? null, name),
  ]);
  return Object.fromEntries(written) as Record<keyof Fields & string, Written>;
}

/** What somebody may see of a stop's values. */
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
