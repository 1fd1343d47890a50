import type { Metadata } from "next";
import type { ReactNode } from "react";
import { InlineStyles } from "@/components/tracking/inline-styles";
import { ErrorMessagesProvider } from "@/components/tracking/tracking-error-fallback";
import { getLanguage } from "@/components/ui/get-language";
import { MESSAGES } from "@/messages/messages";
import "./tracking.css";
import "./words.css";

export const metadata: Metadata = {
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

export default async function TrackingLayout({ children }: { children: ReactNode }) {
  const words = MESSAGES[await getLanguage()].tracking.broken;
  return (
    <ErrorMessagesProvider words={words}>
      <InlineStyles />
      {children}
    </ErrorMessagesProvider>
  );
}
