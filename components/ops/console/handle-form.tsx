"use client";

import type { ReactNode } from "react";
import type { ConsoleActions } from "@/components/ops/console/console-actions";
import { ActionForm, SubmitButton } from "@/components/ui/form";
import type { Mode } from "@/lib/accounts/scope";
import type { Exception } from "@/lib/board/exceptions";
import type { Handling } from "@/lib/board/handling";

export function HandleForm({
  exception: { kind, subject },
  handling,
  look,
  mode,
  actions,
  onClose,
  children,
}: {
  readonly mode: Mode;
  readonly actions: Pick<ConsoleActions, "handle">;
  readonly onClose: () => void;
  readonly exception: Exception;
  readonly handling: Handling;
  readonly look: string;
  readonly children: ReactNode;
}) {
  return (
    <ActionForm action={actions.handle} hidden={{ mode, kind, subject, handling }} onDone={onClose}>
      <SubmitButton look={look}>{children}</SubmitButton>
    </ActionForm>
  );
}
