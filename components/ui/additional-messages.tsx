"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import type { ComponentProps, ReactNode } from "react";

interface Props {
  words: NonNullable<ComponentProps<typeof NextIntlClientProvider>["messages"]>;
  children: ReactNode;
}

export const AdditionalMessages = ({ words, children }: Props) => (
  <NextIntlClientProvider locale={useLocale()} messages={{ ...useMessages(), ...words }}>
    {children}
  </NextIntlClientProvider>
);
