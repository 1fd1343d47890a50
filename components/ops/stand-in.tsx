"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext } from "react";
import { inMode, OpsShell, SECTIONS } from "@/components/ops/shell";
import { Missing, MissingAlone } from "@/components/ui/missing";
import { type Failure, PageError } from "@/components/ui/page-error";
import { BARE_MAIN } from "@/components/ui/styles";

const ReaderOf = createContext<string | null>(null);

/** Tells whatever stands in for a page the email of the operator who reads it; nobody's is null. */
export const ReaderProvider = ReaderOf;

function usePlace() {
  const path = usePathname();
  const mode = useSearchParams().get("mode") === "test" ? "test" : "live";
  const section = SECTIONS.find((one) => one.name !== "map" && path.startsWith(one.path)) ?? SECTIONS[0];
  return { path, mode, section } as const;
}

/** The frame of the operators' pages around what stands in for one; for others there is none. */
function StandIn({ children }: { children: ReactNode }) {
  const email = useContext(ReaderOf);
  const { path, mode, section } = usePlace();
  if (email === null) return <main className={BARE_MAIN}>{children}</main>;
  return (
    <OpsShell section={section.name} path={path} mode={mode} email={email} wide={false}>
      {children}
    </OpsShell>
  );
}

/** Says within the frame that there is nothing at an address. */
export function MissingPage() {
  const t = useTranslations();
  const { mode, section } = usePlace();
  const isOperator = useContext(ReaderOf) !== null;
  const label = () => t("ui.missing.way", { section: t(`ops.nav.${section.name}`) });
  return (
    <StandIn>
      {isOperator ? <Missing href={inMode(section.path, mode)} label={label()} /> : <MissingAlone />}
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
