"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ActionForm, SubmitButton } from "@/components/ui/form";
import type { FormAction } from "@/components/ui/form-state";
import { useModal } from "@/components/ui/open-modal";
import { PRIMARY, SECONDARY } from "@/components/ui/styles";

interface Props<Result> {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  readonly action: FormAction<Result>;
  readonly fields: Readonly<Record<string, string>>;
  /** The fields to save; null while the dialog is closed. */
  readonly hidden: Readonly<Record<string, string>> | null;
  readonly onSaved: (result: Result) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Rendered next to the order form, because forms cannot be nested. */
export function SaveDialog<Result>(props: Props<Result>) {
  const { id, title, text, submit, action, fields, hidden, onSaved, onClose, children } = props;
  const t = useTranslations("ui.form");
  const dialog = useModal(hidden !== null);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto w-[min(32rem,calc(100vw-2rem))] rounded-xl bg-raised p-5 text-ink shadow-e2 backdrop:bg-black/50 sm:p-6"
    >
      <h2 id={id} className="type-heading">
        {title}
      </h2>
      <p className="mt-2 mb-4 text-sm text-soft">{text}</p>
      {hidden !== null && (
        <ActionForm
          action={action}
          hidden={hidden}
          fields={fields}
          onDone={({ result }) => result !== null && onSaved(result)}
        >
          {children}
          <div className="mt-5 flex flex-wrap justify-end gap-3">
            <button type="button" onClick={onClose} className={SECONDARY}>
              {t("back")}
            </button>
            <SubmitButton look={PRIMARY}>{submit}</SubmitButton>
          </div>
        </ActionForm>
      )}
    </dialog>
  );
}
