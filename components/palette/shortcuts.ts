"use client";

import { useRef } from "react";
import { ALL_SECTIONS } from "@/components/layout/dashboard-sections";
import { useSetting } from "@/components/palette/setting";
import { usePermissions } from "@/components/ui/permissions";
import { useDocumentEvent } from "@/components/ui/use-document-event";
import { latinKey } from "@/lib/http/matches-query";

export const SHORTCUTS_SETTING = "dropline-shortcuts";

/** On unless turned off (WCAG 2.1.4). */
export const useHasShortcuts = (): boolean => useSetting(SHORTCUTS_SETTING) !== "off";

const SECOND_KEY_WITHIN_MS = 1_500;

export function usePaletteKey(toggle: () => void): void {
  useDocumentEvent("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || latinKey(event) !== "k")
      return;
    event.preventDefault();
    toggle();
  });
}

export function useShortcuts(goTo: (path: string) => void, openSheet: () => void): void {
  const areOn = useHasShortcuts();
  const isPermitted = usePermissions();
  const startedAt = useRef(Number.NEGATIVE_INFINITY);
  useDocumentEvent("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const letter = latinKey(event);
    if (!areOn || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
    const isSecond = event.timeStamp - startedAt.current < SECOND_KEY_WITHIN_MS;
    startedAt.current = Number.NEGATIVE_INFINITY;
    const section = isSecond
      ? ALL_SECTIONS.find(({ key }) => key !== undefined && key === letter)
      : letter === "n"
        ? ALL_SECTIONS.find(({ name }) => name === "new")
        : undefined;
    if (section !== undefined && isPermitted(section.needs)) goTo(section.path);
    else if (event.key === "?") openSheet();
    else if (letter === "g" && !isSecond) startedAt.current = event.timeStamp;
    else return;
    event.preventDefault();
  });
}

// Checkboxes and buttons take no letters.
const WRITTEN_IN =
  "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [role=textbox]";

export function isBusy(target: EventTarget | null): boolean {
  const isField =
    target instanceof HTMLElement && (target.isContentEditable || target.closest(WRITTEN_IN) !== null);
  return isField || document.querySelector("dialog[open]") !== null;
}
