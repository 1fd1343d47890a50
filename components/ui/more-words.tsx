"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import type { ComponentProps, ReactNode } from "react";

export function MoreWords({
  words,
  children,
}: {
  words: NonNullable<ComponentProps<typeof NextIntlClientProvider>["messages"]>;
  children: ReactNode;
}) {
  return (
    <NextIntlClientProvider locale={useLocale()} messages={{ ...useMessages(), ...words }}>
      {children}
    </NextIntlClientProvider>
  );
}
