"use client";

import { useLocale, useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext } from "react";
import { DashboardFrame, type DashboardFrameProps } from "@/components/frame/dashboard-frame";
import { usePlace } from "@/components/frame/use-place";
import { ALL_SECTIONS } from "@/components/navigation/dashboard-sections";
import { Missing, MissingAlone } from "@/components/ui/missing";
import { type Failure, PageError } from "@/components/ui/page-error";
import { BARE_MAIN } from "@/components/ui/styles";
import type { Locale } from "@/lib/locale/locale";
import { inMode } from "@/lib/pages/mode";

const ReaderOf = createContext<Pick<DashboardFrameProps, "user" | "shop" | "openOrders"> | null>(null);

/** Passes the reader to whatever replaces a page; null for anyone who is not staff. */
export const ReaderProvider = ReaderOf;

/** Puts the dashboard's frame around what replaces a page; readers who are not staff see it without the frame. */
function StandIn({ children }: { children: ReactNode }) {
  const reader = useContext(ReaderOf);
  const locale = useLocale() as Locale;
  const { path, mode, section } = usePlace(ALL_SECTIONS);
  if (reader === null) return <main className={BARE_MAIN}>{children}</main>;
  return (
    <DashboardFrame
      {...reader}
      section={section.name}
      path={path}
      modePath={section.path}
      mode={mode}
      locale={locale}
    >
      {children}
    </DashboardFrame>
  );
}

/** Says, inside the frame, that there is nothing at this address. */
export function MissingPage() {
  const t = useTranslations();
  const { mode, section } = usePlace(ALL_SECTIONS);
  const isStaff = useContext(ReaderOf) !== null;
  const label = () => t("ui.missing.way", { section: t(`dashboard.nav.${section.name}`) });
  return (
    <StandIn>
      {isStaff ? <Missing href={inMode(section.path, mode)} label={label()} /> : <MissingAlone />}
    </StandIn>
  );
}

/** Says, inside the frame, that a page failed to render. */
export function FailedPage(failure: Failure) {
  return (
    <StandIn>
      <PageError {...failure} />
    </StandIn>
  );
}
