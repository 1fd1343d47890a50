import type { Locale } from "@/lib/locale/locale";
import type { Field } from "@/lib/reference/fields";
import { PLAIN_FIELDS } from "@/lib/reference/texts/en/fields";
import { FIELD_TEXTS } from "@/lib/reference/texts/ru/fields";
import { MESSAGES } from "@/messages/messages";

/** Longer lists of values stand below the field instead of beside its name. */
const MOST_BESIDE = 44;

/** What the reference says of a field in English: the OpenAPI document's words, or ours where it has none. */
export function englishText({ name, path, description }: Field): string {
  const around = path.replaceAll("[]", "").split(".").at(-2);
  return description || PLAIN_FIELDS[`${around}.${name}`] || PLAIN_FIELDS[name] || "";
}

/** The same in a language. */
export function fieldText(locale: Locale, field: Field): string {
  return sentence(locale, englishText(field));
}

/** A sentence of the OpenAPI document in a language. */
export function sentence(locale: Locale, english: string): string {
  return locale === "en" ? english : (FIELD_TEXTS[english] ?? english);
}

/** Whether a field's values are too many to stand beside its name. */
export function hasLongList({ values }: Field): boolean {
  return values.join(" | ").length > MOST_BESIDE;
}

/** A field's type with all its limits, as in `string, 1–128`. */
export function typeWords(locale: Locale, field: Field): string {
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
