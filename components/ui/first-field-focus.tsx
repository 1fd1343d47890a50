"use client";

import { useEffect, useRef } from "react";
import { FIELDS } from "@/components/ui/open-modal";

/** Whether an opening page may move the focus: on a phone that opens the keyboard, and a reader may have begun. */
export function mayTakeFocus(): boolean {
  // A link of the navigation keeps the focus while the page changes.
  const isReading = document.activeElement?.closest("#main, form, dialog") != null;
  return !isReading && window.matchMedia("(pointer: fine)").matches;
}

/** Moves the focus to the first field of its form when the page opens. */
export function FirstFieldFocus() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!mayTakeFocus()) return;
    mark.current?.closest("form")?.querySelector<HTMLElement>(FIELDS)?.focus({ preventScroll: true });
  }, []);
  return <span ref={mark} hidden />;
}
