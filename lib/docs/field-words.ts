import { PLAIN_FIELDS } from "@/lib/docs/en-fields";
import type { Field } from "@/lib/docs/field";
import { FIELD_TEXTS } from "@/lib/docs/ru-fields";
import type { Locale } from "@/lib/locale/locale";
import { MESSAGES } from "@/messages/messages";

const MAX_NEARBY = 44;

/** The description in the OpenAPI document, or else the one in PLAIN_FIELDS. */
export function englishText({ name, path, description }: Field): string {
  const around = path.replaceAll("[]", "").split(".").at(-2);
  return description || PLAIN_FIELDS[`${around}.${name}`] || PLAIN_FIELDS[name] || "";
}

export function describeField(locale: Locale, field: Field): string {
  return translateText(locale, englishText(field));
}

export function translateText(locale: Locale, english: string): string {
  return locale === "en" ? english : (FIELD_TEXTS[english] ?? english);
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
