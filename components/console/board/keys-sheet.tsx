"use client";

import { useTranslations } from "next-intl";
import { ShortcutDialog } from "@/components/palette/shortcut-dialog";
import { isBusy, useHasShortcuts } from "@/components/palette/shortcuts";
import { useDocumentEvent } from "@/components/ui/use-document-event";
import { latinKey } from "@/lib/http/matches-query";

const KEYS = [
  ["next", ["j"]],
  ["previous", ["k"]],
  ["rows", ["↑", "↓"]],
  ["unfold", ["→", "←"]],
  ["act", ["Enter"]],
  ["assign", ["a"]],
  ["take", ["t"]],
  ["handle", ["h"]],
  ["close", ["Esc"]],
  ["find", ["/"]],
  ["sheet", ["?"]],
] as const;

export function KeysSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations("console.keys");
  return (
    <ShortcutDialog
      onClose={onClose}
      title={t("title")}
      lines={KEYS.map(([what, keys]) => ({ what: t(what), keys }))}
      switchLabel={t("on")}
      closeLabel={t("shut")}
    />
  );
}

interface Actions {
  readonly step: (by: 1 | -1) => void;
  readonly assign: () => void;
  readonly take: () => void;
  readonly handle: () => void;
  readonly find: () => void;
  readonly openKeys: () => void;
  readonly close: () => void;
}

/** Escape always works; letters work only while shortcuts are on. */
export function useConsoleKeys({ step, assign, take, handle, find, openKeys, close }: Actions): void {
  const areOn = useHasShortcuts();
  useDocumentEvent("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isBusy(event.target)) return;
    const letter = latinKey(event);
    if (event.key === "Escape") close();
    else if (!areOn) return;
    else if (letter === "j") step(1);
    else if (letter === "k") step(-1);
    // A held key must not act on all rows.
    else if (event.repeat) return;
    else if (letter === "a") assign();
    else if (letter === "t") take();
    else if (letter === "h") handle();
    else if (event.key === "/") find();
    else if (event.key === "?") openKeys();
    else return;
    event.preventDefault();
  });
}
