"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ActionForm, SubmitButton } from "@/components/ui/form";
import type { FormActions } from "@/components/ui/form-state";
import { Permitted } from "@/components/ui/permissions";
import { useActionWithUndo } from "@/components/ui/toast";
import type { Mode } from "@/lib/account-scope";
import type { Exception } from "@/lib/console/exceptions";
import type { ExceptionAction } from "@/lib/console/handling";

export type ConsoleActions = FormActions<
  | "handle"
  | "reopen"
  | "approve"
  | "reject"
  | "answer"
  | "override"
  | "takeBack"
  | "cancel"
  | "assign"
  | "confirm"
>;

interface Props {
  readonly mode: Mode;
  readonly actions: Pick<ConsoleActions, "handle" | "reopen">;
  readonly onClose: () => void;
  readonly exception: Exception;
  readonly handling: ExceptionAction;
  readonly look: string;
  readonly children: ReactNode;
}

export function HandleForm({ exception, handling, look, mode, actions, onClose, children }: Props) {
  const { kind, subject, orderCode, accountName } = exception;
  const t = useTranslations("console.sheet");
  const action = useActionWithUndo(actions.handle, {
    text: t("handled", { name: orderCode ?? accountName }),
    action: actions.reopen,
    hidden: { mode, kind, subject },
  });
  return (
    <Permitted needs="service.dispatch_orders">
      <ActionForm action={action} hidden={{ mode, kind, subject, handling }} onDone={onClose}>
        <SubmitButton look={look}>{children}</SubmitButton>
      </ActionForm>
    </Permitted>
  );
}
