"use client";

import type { ReactNode } from "react";
import { ActionForm, SubmitButton } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import type { Mode } from "@/lib/accounts/scope";
import type { Exception } from "@/lib/board/exceptions";
import type { Handling } from "@/lib/board/handling";

export interface ConsoleActions {
  readonly handle: FormAction;
  readonly answer: FormAction;
  readonly override: FormAction;
  readonly takeBack: FormAction;
  readonly cancel: FormAction;
  readonly assign: FormAction;
}

interface Props {
  readonly mode: Mode;
  readonly actions: Pick<ConsoleActions, "handle">;
  readonly onClose: () => void;
  readonly exception: Exception;
  readonly handling: Handling;
  readonly look: string;
  readonly children: ReactNode;
}

export function HandleForm(props: Props) {
  const {
    exception: { kind, subject },
    handling,
    look,
    mode,
    actions,
    onClose,
    children,
  } = props;
  return (
    <ActionForm action={actions.handle} hidden={{ mode, kind, subject, handling }} onDone={onClose}>
      <SubmitButton look={look}>{children}</SubmitButton>
    </ActionForm>
  );
}
