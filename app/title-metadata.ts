import type { Metadata } from "next";
import type { MessageKeys, NestedKeyOf } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { MESSAGES } from "@/messages/messages";

type Messages = (typeof MESSAGES)["en"];
type MessageKey = MessageKeys<Messages, NestedKeyOf<Messages>>;

/** Returns the `generateMetadata` of a page that has a title and must not be indexed. */
export function titleMetadata(key: MessageKey) {
  return async (): Promise<Metadata> => ({ title: (await getTranslations())(key), robots: { index: false } });
}
