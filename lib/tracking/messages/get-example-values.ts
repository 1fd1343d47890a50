import type { Locale } from "@/lib/locale/locale";
import type { TextValues } from "@/lib/tracking/messages/message-text";
import { MESSAGES } from "@/messages/messages";

const WINDOWS = { ru: "28 нояб. 14:20-14:50", en: "28 Sept 14:20-14:50" } as const;

/** As long as values can be, for the preview and the limit of segments. */
export function getExampleValues(locale: Locale, shop: string, publicUrl: string): TextValues {
  const next = Object.values(MESSAGES[locale].recipient.next).sort((a, b) => b.length - a.length)[0] ?? "";
  return {
    shop,
    next,
    window: WINDOWS[locale],
    link: `${publicUrl}/t/vR7dK2mXq9LwTz4NcYb8Hg`,
    order_code: "BHCP-4MD3",
    code: "482913",
  };
}
