"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext } from "react";
import {
  ACCOUNT_SECTIONS,
  DEVELOPER_SECTIONS,
  inMode,
  MAIN_SECTIONS,
  type SectionLink,
} from "@/components/dashboard/sections";
import { DashboardShell, type ShellProps } from "@/components/dashboard/shell";
import { Missing, MissingAlone } from "@/components/ui/missing";
import { type Failure, PageError } from "@/components/ui/page-error";
import { BARE_MAIN } from "@/components/ui/styles";
import type { Locale } from "@/lib/locale/locale";

const ReaderOf = createContext<Pick<ShellProps, "user" | "accountName"> | null>(null);

/** Tells whatever stands in for a page who reads it; nobody of an account is null. */
export const ReaderProvider = ReaderOf;

function usePlace() {
  const path = usePathname();
  const mode = useSearchParams().get("mode") === "test" ? "test" : "live";
  return { path, mode } as const;
}

/** The frame of the dashboard around what stands in for a page; for others than an account's people there is none. */
function StandIn({ section, children }: { section: SectionLink; children: ReactNode }) {
  const reader = useContext(ReaderOf);
  const locale = useLocale() as Locale;
  const { path, mode } = usePlace();
  if (reader === null) return <main className={BARE_MAIN}>{children}</main>;
  return (
    <DashboardShell
      {...reader}
      section={section.name}
      path={path}
      modePath={section.path}
      mode={mode}
      locale={locale}
    >
      {children}
    </DashboardShell>
  );
}

const OVERVIEW = { name: "overview", path: "/dashboard" } as SectionLink;

/** The section that an address belongs to. */
function useSection(): SectionLink {
  const { path } = usePlace();
  const sections = [...MAIN_SECTIONS, ...DEVELOPER_SECTIONS, ...ACCOUNT_SECTIONS];
  return sections.find((one) => one.name !== "overview" && path.startsWith(one.path)) ?? OVERVIEW;
}

/** Says within the frame that there is nothing at an address. */
export function MissingPage() {
  const section = useSection();
  const t = useTranslations();
  const { mode } = usePlace();
  const isStaff = useContext(ReaderOf) !== null;
  const label = () => t("ui.missing.way", { section: t(`dashboard.nav.${section.name}`) });
  return (
    <StandIn section={section}>
      {isStaff ? <Missing href={inMode(section.path, mode)} label={label()} /> : <MissingAlone />}
    </StandIn>
  );
}

/** Says within the frame that a page could not be put together. */
export function FailedPage(failure: Failure) {
  return (
    <StandIn section={useSection()}>
      <PageError {...failure} />
    </StandIn>
  );
}
