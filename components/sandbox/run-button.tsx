"use client";

import type { ReactNode } from "react";
import { ActionForm, SubmitButton } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import type { Scenario } from "@/lib/sandbox/scenario";

interface Props {
  scenario: Scenario;
  run: FormAction;
  look: string;
  children: ReactNode;
}

export const RunButton = ({ scenario, run, look, children }: Props) => (
  <ActionForm action={run} hidden={{ scenario }}>
    <SubmitButton look={look}>{children}</SubmitButton>
  </ActionForm>
);
