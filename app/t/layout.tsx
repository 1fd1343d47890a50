import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ErrorMessagesProvider } from "@/components/tracking/broken";
import "./tracking.css";
import "./words.css";

export const metadata: Metadata = {
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

export default async function TrackingLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations("tracking.broken");
  const words = { title: t("title"), text: t("text"), again: t("again") };
  return <ErrorMessagesProvider words={words}>{children}</ErrorMessagesProvider>;
}
