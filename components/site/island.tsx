"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { OidcButton } from "@/components/accounts/oidc-button";
import { PasskeyButton } from "@/components/accounts/passkey-button";
import { RetryTime } from "@/components/accounts/retry-time";
import { ShowPassword } from "@/components/accounts/show-password";
import { CopyCode } from "@/components/docs/copy-code";
import { CopyPage } from "@/components/docs/copy-page";
import { OperationCode } from "@/components/docs/operation-code";
import { QuickStart } from "@/components/docs/quick-start";
import { ForgetDrafts } from "@/components/orders/form/stored-drafts";
import { PriceCalculator } from "@/components/pricing/price-calculator";
import { SiteSearch } from "@/components/site/site-search";
import { CopyField } from "@/components/ui/copy-field";
import { FirstFieldFocus } from "@/components/ui/first-field-focus";

const ISLANDS = {
  CopyCode,
  CopyField,
  CopyPage,
  FirstFieldFocus,
  ForgetDrafts,
  OidcButton,
  OperationCode,
  PasskeyButton,
  PriceCalculator,
  QuickStart,
  RetryTime,
  ShowPassword,
  SiteSearch,
};

export interface IslandProps<Name extends keyof typeof ISLANDS = keyof typeof ISLANDS> {
  readonly name: Name;
  /** Must survive JSON. */
  readonly props: Omit<ComponentProps<(typeof ISLANDS)[Name]>, "children">;
  /** HTML that stays as the server rendered it. */
  readonly children?: ReactNode;
}

type Content = IslandProps & Pick<ComponentProps<typeof NextIntlClientProvider>, "locale" | "messages">;

/** An interactive part of a public page. In a built page, components/site/start.tsx hydrates it. */
export function Island<Name extends keyof typeof ISLANDS>({ children, ...island }: IslandProps<Name>) {
  const content = { ...island, locale: useLocale(), messages: useMessages() };
  return (
    <span className="contents" data-island={JSON.stringify(content)}>
      <IslandContent {...content}>
        <span className="contents">{children}</span>
      </IslandContent>
    </span>
  );
}

export function IslandContent({ name, props, children, ...language }: Content) {
  const Component = ISLANDS[name] as (props: object) => ReactNode;
  return (
    <NextIntlClientProvider {...language}>
      <Component {...props}>{children}</Component>
    </NextIntlClientProvider>
  );
}
