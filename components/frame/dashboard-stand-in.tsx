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

const ReaderOf = createContext<Pick<DashboardFrameProps, "user" | "accountName"> | null>(null);

/** Tells whatever stands in for a page who reads it; nobody of an account is null. */
export const ReaderProvider = ReaderOf;

/** The frame of the dashboard around what stands in for a page; for others than an account's people there is none. */
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

/** Says within the frame that there is nothing at an address. */
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

/** Says within the frame that a page could not be put together. */
export function FailedPage(failure: Failure) {
  return (
    <StandIn>
      <PageError {...failure} />
    </StandIn>
  );
}
