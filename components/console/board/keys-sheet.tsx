"use client";

import { useTranslations } from "next-intl";
import { ShortcutDialog } from "@/components/palette/shortcut-dialog";
import { isBusy, useHasShortcuts } from "@/components/palette/shortcuts";
import { useDocumentEvent } from "@/components/ui/use-document-event";
import { latinKey } from "@/lib/http/matches-query";

const KEYS = [
  ["next", "j"],
  ["previous", "k"],
  ["act", "Enter"],
  ["close", "Esc"],
  ["find", "/"],
  ["sheet", "?"],
] as const;

export function KeysSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations("console.keys");
  return (
    <ShortcutDialog
      onClose={onClose}
      title={t("title")}
      lines={KEYS.map(([what, key]) => ({ what: t(what), keys: [key] }))}
      switchLabel={t("on")}
      closeLabel={t("shut")}
    />
  );
}

interface Actions {
  readonly step: (by: 1 | -1) => void;
  readonly find: () => void;
  readonly openKeys: () => void;
  readonly close: () => void;
}

/** Escape always works; letters work only while shortcuts are on. */
export function useConsoleKeys({ step, find, openKeys, close }: Actions): void {
  const areOn = useHasShortcuts();
  useDocumentEvent("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isBusy(event.target)) return;
    const letter = latinKey(event);
    if (event.key === "Escape") close();
    else if (!areOn) return;
    else if (letter === "j") step(1);
    else if (letter === "k") step(-1);
    else if (event.key === "/") find();
    else if (event.key === "?") openKeys();
    else return;
    event.preventDefault();
  });
}
