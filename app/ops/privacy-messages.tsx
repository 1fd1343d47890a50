import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

/** Texts about personal data, which most pages of operators do not need. */
export async function PrivacyMessages({ children }: { children: ReactNode }) {
  const { privacy, ui } = await getMessages();
  return <NextIntlClientProvider messages={{ privacy, ui }}>{children}</NextIntlClientProvider>;
}
