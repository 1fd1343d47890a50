"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useEffect, useState, useTransition } from "react";
import { type FormAction, type FormState, INITIAL_FORM_STATE } from "@/components/ui/form-state";
import { useClientValue } from "@/components/ui/use-client-value";

const SHOWN_MS = 10_000;

/** The opposite of an action that can be taken back. */
export interface Undo {
  readonly text: string;
  readonly action: FormAction;
  readonly hidden: Readonly<Record<string, string>>;
}

const ShowUndo = createContext<(undo: Undo) => void>(() => {});

/** Returns the action, which after success offers to take it back; without scripts the action itself. */
export function useActionWithUndo<Result>(
  action: FormAction<Result>,
  undo: Undo | ((state: FormState<Result>) => Undo | null) | undefined,
): FormAction<Result> {
  const show = useContext(ShowUndo);
  // Only without scripts does a form post the server action itself.
  const isAlive = useClientValue(() => true, false);
  if (!isAlive || undo === undefined) return action;
  return async (before, form) => {
    const state = await action(before, form);
    // Not after the form's own update: the action may have removed the form from the page.
    const offered = typeof undo === "function" ? undo(state) : undo;
    if (state.isDone && offered !== null) show(offered);
    return state;
  };
}

/** Returns a function that offers to take back an action. */
export const useShowUndo = (): ((undo: Undo) => void) => useContext(ShowUndo);

/** Offers to take back the latest action, also after its page has changed. */
export function UndoProvider({ children }: { children: ReactNode }) {
  const t = useTranslations("dashboard.undo");
  const [undo, setUndo] = useState<(Undo & { readonly isFailed?: boolean }) | null>(null);
  const [isPending, startTransition] = useTransition();
  useEffect(() => {
    if (undo === null || isPending) return;
    const timer = setTimeout(() => setUndo(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [undo, isPending]);
  const takeBack = () =>
    startTransition(async () => {
      if (undo === null) return;
      const form = new FormData();
      for (const [name, value] of Object.entries(undo.hidden)) form.set(name, value);
      const { isDone } = await undo.action(INITIAL_FORM_STATE, form);
      setUndo(isDone ? null : { ...undo, text: t("failed"), isFailed: true });
    });
  return (
    <ShowUndo value={setUndo}>
      {children}
      <div role="status">
        {undo !== null && (
          <Toast text={undo.text} label={t("label")} onAct={undo.isFailed ? null : takeBack} />
        )}
      </div>
    </ShowUndo>
  );
}

interface ToastProps {
  text: string;
  label: string;
  onAct: (() => void) | null;
}

/** Floats above the bars at the bottom, so that nothing moves. */
export const Toast = ({ text, label, onAct }: ToastProps) => (
  <div className="fixed inset-x-4 bottom-36 z-30 mx-auto flex w-fit max-w-lg items-center gap-4 rounded-lg bg-ink px-4 py-1.5 text-sm text-surface shadow-e2 lg:bottom-24 print:hidden">
    <p className="py-2">{text}</p>
    {onAct !== null && (
      <button
        type="button"
        onClick={onAct}
        className="min-h-11 cursor-pointer font-semibold underline decoration-1 underline-offset-4"
      >
        {label}
      </button>
    )}
  </div>
);
