"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext } from "react";
import { ALL_SECTIONS } from "@/components/layout/dashboard-sections";
import { Content } from "@/components/layout/frame";
import { useCurrentSection } from "@/components/layout/use-current-section";
import { NotFoundMessage } from "@/components/ui/not-found-message";
import { type Failure, PageError } from "@/components/ui/page-error";
import { usePermissions } from "@/components/ui/permissions";
import { BARE_MAIN } from "@/components/ui/styles";
import { withMode } from "@/lib/http/mode";

export const Framed = createContext(false);

function StandIn({ children }: { children: ReactNode }) {
  return useContext(Framed) ? <Content>{children}</Content> : <main className={BARE_MAIN}>{children}</main>;
}

export function MissingPage() {
  const t = useTranslations();
  const { mode, section } = useCurrentSection(ALL_SECTIONS);
  const isFramed = useContext(Framed);
  const { path, name } = usePermissions()(section.needs) ? section : ALL_SECTIONS[0];
  const here = () => ({ href: withMode(path, mode), name: t(`dashboard.nav.${name}`) });
  return (
    <StandIn>
      <NotFoundMessage section={isFramed ? here() : null} />
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
