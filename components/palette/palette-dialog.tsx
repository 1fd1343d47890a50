"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Finder } from "@/components/palette/finder";
import { usePaletteKey } from "@/components/palette/shortcuts";
import { openModal } from "@/components/ui/open-modal";
import { QueryCache } from "@/components/ui/query-cache";
import { useClientValue } from "@/components/ui/use-client-value";
import { useSearchKeys } from "@/components/ui/use-search-keys";

export type PaletteState = ReturnType<typeof usePalette>;

export function usePalette() {
  const dialog = useRef<HTMLDialogElement>(null);
  // Each opening starts with an empty input.
  const [isOpen, setOpen] = useState(false);
  const keys = useSearchKeys("Ctrl K");
  const open = () => {
    // Synchronously, so that the input has the focus before the next key press.
    flushSync(() => setOpen(true));
    openModal(dialog.current);
  };
  const close = () => dialog.current?.close();
  usePaletteKey(() => {
    if (isOpen) close();
    // The user must close another open dialog first.
    else if (document.querySelector("dialog[open]") === null) open();
  });
  // Shortcuts are shown only while they are active.
  const areKeysHeard = useClientValue(() => true, false);
  return { dialog, isOpen, open, close, onClose: () => setOpen(false), keys, areKeysHeard };
}

export const getOpenerProps = ({ open, areKeysHeard }: PaletteState) =>
  ({
    type: "button",
    onClick: open,
    "aria-haspopup": "dialog",
    "aria-keyshortcuts": areKeysHeard ? "Control+K Meta+K" : undefined,
  }) as const;

export function PaletteDialog({
  palette: { dialog, isOpen, close, onClose },
  ...finder
}: { palette: PaletteState } & Parameters<typeof Finder>[0]) {
  const t = useTranslations("dashboard.palette");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      aria-label={t("title")}
      onClose={onClose}
      // A click outside the content lands on the dialog itself.
      onClick={(event) => event.target === event.currentTarget && close()}
      className="mx-auto mt-[8dvh] mb-auto w-[min(38rem,calc(100vw-1rem))] overflow-hidden rounded-xl bg-raised p-0 text-ink shadow-e2 backdrop:bg-black/50"
    >
      {isOpen && (
        <QueryCache>
          <Finder {...finder} />
        </QueryCache>
      )}
    </dialog>
  );
}
