import * as z from "zod";
import { LOCALES, type Locale } from "@/lib/locale/locale";
import { MESSAGE_KINDS, type MessageKind } from "@/lib/tracking/messages/message";
import { MESSAGES } from "@/messages/messages";

const texts = z.partialRecord(z.enum(MESSAGE_KINDS), z.string());
export const storedTexts = z.partialRecord(z.enum(LOCALES), texts);
export type StoredTexts = z.infer<typeof storedTexts>;

/** The account's text, else the default of the language. */
export function getTemplate(stored: StoredTexts, locale: Locale, kind: MessageKind): string {
  return stored[locale]?.[kind] ?? MESSAGES[locale].recipient.defaults[kind];
}
