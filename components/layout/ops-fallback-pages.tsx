"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext } from "react";
import { OpsFrame } from "@/components/layout/ops-frame";
import { OPS_SECTIONS } from "@/components/layout/ops-sections";
import { useCurrentSection } from "@/components/layout/use-current-section";
import { NotFoundMessage } from "@/components/ui/not-found-message";
import { type Failure, PageError } from "@/components/ui/page-error";
import { usePermissions } from "@/components/ui/permissions";
import { BARE_MAIN } from "@/components/ui/styles";
import { withMode } from "@/lib/http/mode";

const ReaderEmailContext = createContext<string | null>(null);

/** The operator's email; null for other users. */
export const ReaderProvider = ReaderEmailContext;

function StandIn({ children }: { children: ReactNode }) {
  const email = useContext(ReaderEmailContext);
  const { path, mode, section } = useCurrentSection(OPS_SECTIONS);
  if (email === null) return <main className={BARE_MAIN}>{children}</main>;
  return (
    <OpsFrame section={section.name} path={path} mode={mode} email={email}>
      {children}
    </OpsFrame>
  );
}

export function MissingPage() {
  const t = useTranslations();
  const { mode, section } = useCurrentSection(OPS_SECTIONS);
  const isOperator = useContext(ReaderEmailContext) !== null;
  const { path, name } = usePermissions()(section.needs) ? section : OPS_SECTIONS[0];
  const here = () => ({ href: withMode(path, mode), name: t(`ops.nav.${name}`) });
  return (
    <StandIn>
      <NotFoundMessage section={isOperator ? here() : null} />
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
