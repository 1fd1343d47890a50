"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext } from "react";
import { Content } from "@/components/frame/frame";
import { usePlace } from "@/components/frame/use-place";
import { ALL_SECTIONS } from "@/components/navigation/dashboard-sections";
import { Missing, MissingAlone } from "@/components/ui/missing";
import { type Failure, PageError } from "@/components/ui/page-error";
import { BARE_MAIN } from "@/components/ui/styles";
import { inMode } from "@/lib/pages/mode";

export const Framed = createContext(false);

function StandIn({ children }: { children: ReactNode }) {
  return useContext(Framed) ? <Content>{children}</Content> : <main className={BARE_MAIN}>{children}</main>;
}

export function MissingPage() {
  const t = useTranslations();
  const { mode, section } = usePlace(ALL_SECTIONS);
  const isFramed = useContext(Framed);
  const label = () => t("ui.missing.way", { section: t(`dashboard.nav.${section.name}`) });
  return (
    <StandIn>
      {isFramed ? <Missing href={inMode(section.path, mode)} label={label()} /> : <MissingAlone />}
    </StandIn>
  );
}

export function FailedPage(failure: Failure) {
  return (
    <StandIn>
      <PageError {...failure} />
    </StandIn>
  );
}
