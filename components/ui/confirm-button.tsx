"use client";

import { useTranslations } from "next-intl";
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ActionForm, SubmitButton } from "@/components/ui/form";
import type { FormAction, FormState } from "@/components/ui/form-state";
import { openModal } from "@/components/ui/open-modal";
import { CONFIRM_DANGER, DANGER, PRIMARY, SECONDARY } from "@/components/ui/styles";
import { type Undo, useActionWithUndo } from "@/components/ui/toast";

/** Works without scripts in browsers that support command buttons. */
const onDialog = (id: string, command: "show-modal" | "close") => ({ command, commandfor: id });

interface Props<Result> {
  action: FormAction<Result>;
  hidden: Readonly<Record<string, string>>;
  fields?: Readonly<Record<string, string>>;
  label: ReactNode;
  title: string;
  text: string;
  confirm?: ReactNode;
  isDangerous?: boolean;
  look?: string;
  /** The id of an element that distinguishes this button from others in a list. */
  describedBy?: string;
  /** False hides the button, but leaves an open dialog to its reader. */
  isOffered?: boolean;
  /** The URL fragment that opens the dialog. */
  anchor?: string;
  /** Replaces the question after success; without it the dialog closes. */
  result?: (state: FormState<Result>) => { title: string; body: ReactNode };
  close?: string;
  /** The button that closes the dialog and changes nothing. */
  keep?: string;
  onDone?: () => void;
  /** Offered in a toast after success. */
  undo?: Undo | ((state: FormState<Result>) => Undo | null);
  children?: ReactNode;
}

export function ConfirmButton<Result>(props: Props<Result>) {
  const { action, hidden, fields, label, title: question, text, confirm = label } = props;
  const { isDangerous = false, look = isDangerous ? DANGER : SECONDARY, describedBy } = props;
  const { isOffered = true, anchor, result, close: closeLabel, keep, onDone, undo, children } = props;
  const t = useTranslations("ui.form");
  const actWithUndo = useActionWithUndo(action, undo);
  const dialog = useRef<HTMLDialogElement>(null);
  const [id, heading] = [useId(), useId()];
  const [answer, setAnswer] = useState<FormState<Result> | null>(null);
  // The key resets the form, so that an earlier refusal disappears.
  const [opening, setOpening] = useState(0);
  // Before scripts load, the response is a new page, where the dialog is closed.
  const show = () => {
    if (dialog.current?.open === false) openModal(dialog.current);
  };
  const open = () => {
    // Synchronously: on opening, the dialog focuses what it contains.
    flushSync(() => {
      setAnswer(null);
      setOpening((before) => before + 1);
    });
    show();
  };
  const close = () => dialog.current?.close();
  // Without preventDefault the browser would run the button's command as well.
  const press = (act: () => void) => (event: MouseEvent) => {
    event.preventDefault();
    act();
  };
  const openByAddress = useEffectEvent(() => {
    if (!isOffered || anchor === undefined || window.location.hash !== `#${anchor}`) return;
    // Removes the fragment, so that a reload does not open the dialog again.
    window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
    open();
  });
  useEffect(() => {
    // Deferred, so that the dialog that led here closes first.
    const timer = setTimeout(openByAddress);
    window.addEventListener("hashchange", openByAddress);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("hashchange", openByAddress);
    };
  }, []);
  const [wasOffered, setWasOffered] = useState(isOffered);
  if (isOffered && !wasOffered) setWasOffered(true);
  const outcome = answer === null ? undefined : result?.(answer);
  const isOver = outcome !== undefined;
  const title = useRef<HTMLHeadingElement>(null);
  // The focused element disappeared with the question.
  useEffect(() => {
    if (isOver) title.current?.focus();
  }, [isOver]);
  if (!wasOffered) return null;
  return (
    <>
      {isOffered && (
        <button
          type="button"
          onClick={press(open)}
          {...onDialog(id, "show-modal")}
          className={look}
          aria-describedby={describedBy}
        >
          {label}
        </button>
      )}
      <dialog
        id={id}
        ref={dialog}
        aria-labelledby={heading}
        // A secret that is shown once disappears with the dialog.
        onClose={() => setAnswer(null)}
        className="m-auto w-[min(32rem,calc(100vw-2rem))] rounded-xl bg-raised p-5 text-ink shadow-e2 backdrop:bg-black/50 sm:p-6"
      >
        <h2 id={heading} ref={title} tabIndex={-1} className="type-title focus:outline-none">
          {outcome?.title ?? question}
        </h2>
        {outcome !== undefined ? (
          <div className="mt-4">
            {outcome.body}
            <div className="mt-5 flex justify-end">
              <button type="button" onClick={close} className={SECONDARY}>
                {closeLabel ?? t("close")}
              </button>
            </div>
          </div>
        ) : (
          <>
            <p className="mt-2 mb-4 text-sm text-soft">{text}</p>
            <ActionForm
              key={opening}
              action={actWithUndo}
              hidden={hidden}
              {...(fields === undefined ? {} : { fields })}
              onDone={(state) => {
                if (result === undefined) {
                  close();
                } else {
                  setAnswer(state);
                  show();
                }
                onDone?.();
              }}
              onRefused={show}
            >
              {children !== undefined && <div className="space-y-4">{children}</div>}
              <div className="mt-5 flex flex-wrap justify-end gap-3">
                <button type="button" onClick={press(close)} {...onDialog(id, "close")} className={SECONDARY}>
                  {keep ?? t("back")}
                </button>
                <SubmitButton look={isDangerous ? CONFIRM_DANGER : PRIMARY}>{confirm}</SubmitButton>
              </div>
            </ActionForm>
          </>
        )}
      </dialog>
    </>
  );
}
