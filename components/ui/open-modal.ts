import { type RefObject, useEffect, useRef } from "react";

export const FIELDS = "input:not([type=hidden]), select, textarea";

/** The browser would focus a heading that scripts can focus. */
export function openModal(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
  dialog?.querySelector<HTMLElement>(FIELDS)?.focus();
}

/** A dialog that is open while a state says so. Closed rather than removed, so that the focus returns. */
export function useModal(isOpen: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) openModal(dialog.current);
    else dialog.current?.close();
  }, [isOpen]);
  return dialog;
}
