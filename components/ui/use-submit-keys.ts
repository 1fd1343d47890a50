"use client";

import { useDocumentEvent } from "@/components/ui/use-document-event";

/**
 * Listens for Ctrl+Enter, on a Mac Cmd+Enter. `submit` gets the element with the focus, the body if there is none, and
 * returns whether it has submitted a form. `isCaptured` is for a form that submits itself, before the page would.
 */
export function useSubmitKeys(submit: (target: Element) => boolean, isCaptured = false): void {
  useDocumentEvent(
    "keydown",
    (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (!(event.target instanceof Element) || !submit(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    isCaptured,
  );
}

/** Presses the first submit button of the field's form. On links and buttons the keys keep their meaning. */
export function submitForm(target: Element): boolean {
  if (target.closest("a, button, summary") !== null) return false;
  const button = target.closest("form")?.querySelector<HTMLButtonElement>("button[type=submit]");
  button?.click();
  return button != null;
}
