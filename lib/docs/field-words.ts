import type { Field } from "@/lib/docs/field";
import { PLAIN_FIELDS } from "@/lib/docs/plain-fields";
import type { Locale } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";

const MAX_NEARBY = 44;

/** The description of its schema, or else the one in PLAIN_FIELDS; empty if both are missing. */
export function describeField(locale: Locale, { name, path, description, russian }: Field): string {
  const parent = path.replaceAll("[]", "").split(".").at(-2);
  const text =
    description === "" ? (PLAIN_FIELDS[`${parent}.${name}`] ?? PLAIN_FIELDS[name]) : { description, russian };
  return (locale === "en" ? text?.description : text?.russian) ?? "";
}

export function hasLongList({ values }: Field): boolean {
  return values.join(" | ").length > MAX_NEARBY;
}

export function describeType(locale: Locale, field: Field): string {
  const words = MESSAGES[locale].docs.type;
  const { type, values, min, max, isNullable, byDefault } = field;
  const isList = type === "array";
  const name = values.length > 0 && !isList && !hasLongList(field) ? values.join(" | ") : type;
  const limit = limitWords(locale, min, max, type);
  return [
    name,
    ...(limit === "" ? [] : [limit]),
    ...(byDefault === null ? [] : [`${words.default} ${byDefault.replaceAll('"', "")}`]),
    ...(isNullable ? [words.null] : []),
  ].join(", ");
}

function limitWords(locale: Locale, min: number | null, max: number | null, type: string): string {
  const words = MESSAGES[locale].docs.type;
  const shown = (value: number) => value.toLocaleString(locale, { useGrouping: "min2" });
  if (max === null) {
    if (min === null) return "";
    return type.startsWith("string") ? words.filled : `${words.from} ${shown(min)}`;
  }
  if (min === null || (min === 0 && type === "string")) return `${words.up_to} ${shown(max)}`;
  return min < 0 ? `${shown(min)}…${shown(max)}` : `${shown(min)}–${shown(max)}`;
}
