"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { BulkActions } from "@/components/console/orders/bulk-buttons";
import { ActionForm, SubmitButton } from "@/components/ui/form";
import type { FormAction, FormActions } from "@/components/ui/form-state";
import { Permitted } from "@/components/ui/permissions";
import { type Undo, useActionWithUndo } from "@/components/ui/toast";
import type { Mode } from "@/lib/account-scope";
import type { ClaimOutcome } from "@/lib/console/claim-exceptions";
import { type Exception, toSubjects } from "@/lib/console/exceptions";
import type { ExceptionAction } from "@/lib/console/handling";

export type ConsoleActions = FormActions<
  | "handle"
  | "reopen"
  | "approve"
  | "reject"
  | "releaseClaim"
  | "answer"
  | "override"
  | "takeBack"
  | "cancel"
  | "assign"
  | "confirm"
> &
  Pick<BulkActions, "assignEach" | "cancelEach" | "tellEach"> & {
    readonly claim: FormAction<readonly ClaimOutcome[]>;
  };

interface Props {
  readonly mode: Mode;
  readonly actions: Pick<ConsoleActions, "handle" | "reopen">;
  readonly onHandled: () => void;
  /** Of one kind. */
  readonly exceptions: readonly Exception[];
  readonly handling: ExceptionAction;
  readonly look: string;
  readonly children: ReactNode;
}

export function HandleForm({ exceptions, handling, look, mode, actions, onHandled, children }: Props) {
  const toUndo = useUndoHandling(mode, actions.reopen);
  const undo = toUndo(exceptions);
  const handle = useActionWithUndo(actions.handle, undo);
  // Not after the form's own update: the board may have removed the form by then.
  const action: FormAction = async (before, form) => {
    const state = await handle(before, form);
    if (state.isDone) onHandled();
    return state;
  };
  return (
    <Permitted needs="service.dispatch_orders">
      <ActionForm action={action} hidden={{ ...undo.hidden, handling }}>
        <SubmitButton look={look}>{children}</SubmitButton>
      </ActionForm>
    </Permitted>
  );
}

/** Returns the offer to show exceptions of one kind again. */
export function useUndoHandling(mode: Mode, reopen: FormAction): (exceptions: readonly Exception[]) => Undo {
  const t = useTranslations("console");
  return (exceptions) => {
    const [first] = exceptions;
    const one = first?.orderCode ?? first?.accountName ?? "";
    const count = exceptions.length;
    const name = count === 1 ? one : t("group.handled", { name: first?.accountName ?? "", count });
    return {
      text: t("sheet.handled", { name }),
      action: reopen,
      hidden: { mode, kind: first?.kind ?? "", subject: toSubjects(exceptions) },
    };
  };
}
