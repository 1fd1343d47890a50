import {
  type ADDRESS_FIELDS,
  type Audience,
  camelCase,
  type DROPOFF_FIELDS,
  isAmount,
  isLongText,
  type StopField,
  type StopFields,
  type VisibleFields,
} from "@/lib/orders/stop-fields";
import { toRubles } from "@/lib/pricing/money";
import type { MESSAGES } from "@/messages/messages";

type FieldName = Exclude<keyof (typeof ADDRESS_FIELDS & typeof DROPOFF_FIELDS), "latitude" | "longitude">;

export interface StopValue<Name extends string = string> {
  readonly name: Name;
  /** The type makes `messages/…/stop.json` contain a label for each field. */
  readonly label: (typeof MESSAGES)["en"]["stop"][FieldName];
  readonly text: string;
  readonly isLong: boolean;
}

type Nullable<Values> = { readonly [Name in keyof Values]: Values[Name] | null };
export type StopValues<Fields extends StopFields, Who extends Audience> = Nullable<
  VisibleFields<Fields, Who>
>;

export interface StopValueOptions<Fields extends StopFields> {
  /** Fields that precede the others. */
  readonly first?: readonly (keyof Fields & string)[];
  /** Fields that the page formats itself. */
  readonly composed?: readonly (keyof Fields & string)[];
}

interface StopMessages {
  readonly t: (key: FieldName | `yes_no.${boolean}`) => string;
  readonly formatRubles: (amount: number) => string;
}

/** Lists the fields that an audience sees and that have a value. */
export function listStopValues<Fields extends StopFields, Who extends Audience>(
  fields: Fields,
  who: Who,
  values: StopValues<Fields, Who>,
  { t, formatRubles }: StopMessages,
  { first = [], composed = [] }: StopValueOptions<Fields> = {},
): StopValue<keyof Fields & string>[] {
  const input: Readonly<Record<string, unknown>> = values;
  const names: Iterable<keyof Fields & string> = new Set([...first, ...Object.keys(fields)]);
  const format = (field: StopField, value: unknown): string => {
    if (isAmount(field, value)) return formatRubles(toRubles(value));
    return field.kind === "yes_no" ? t(`yes_no.${value === true}`) : String(value);
  };
  return [...names].flatMap((name) => {
    const field = fields[name];
    const value = input[camelCase(name)] ?? null;
    if (field === undefined || value === null) return [];
    if (!field.seenBy.includes(who) || composed.includes(name)) return [];
    return [{ name, label: t(name as FieldName), text: format(field, value), isLong: isLongText(field) }];
  });
}
