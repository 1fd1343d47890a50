"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { ALL_SECTIONS } from "@/components/navigation/dashboard-sections";
import { type Place, useCommands } from "@/components/palette/commands";
import { Finder } from "@/components/palette/finder";
import { ShortcutSheet } from "@/components/palette/shortcut-sheet";
import { useShortcuts } from "@/components/palette/shortcuts";
import { QueryCache } from "@/components/ui/query-cache";
import { inMode } from "@/lib/pages/mode";

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** The palette with its button, the list of shortcuts, and the shortcuts themselves. */
export function Palette(place: Place) {
  const t = useTranslations("dashboard.palette");
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const sheet = useRef<HTMLDialogElement>(null);
  // Each opening starts with an empty input.
  const [isOpen, setOpen] = useState(false);
  const paletteKeys = useSyncExternalStore(
    () => () => {},
    () => (isApple() ? "⌘ K" : "Ctrl K"),
    () => "Ctrl K",
  );
  const open = () => {
    // Synchronously, so that the input has the focus before the next key press.
    flushSync(() => setOpen(true));
    dialog.current?.showModal();
  };
  const close = () => dialog.current?.close();
  const openSheet = () => sheet.current?.showModal();
  const commands = useCommands(place, { close, openSheet });
  useShortcuts({
    togglePalette: () => {
      if (isOpen) close();
      // Another open dialog waits for an answer first.
      else if (document.querySelector("dialog[open]") === null) open();
    },
    openSheet,
    goTo: (section) => {
      const target = ALL_SECTIONS.find(({ name }) => name === section);
      if (target !== undefined) router.push(inMode(target.path, place.mode));
    },
  });
  // The shortcuts are shown and announced only once they work.
  const [areKeysHeard, setKeysHeard] = useState(false);
  useLayoutEffect(() => setKeysHeard(true), []);
  return (
    <>
      <div className="relative ml-auto lg:ml-0">
        <button
          type="button"
          onClick={open}
          aria-haspopup="dialog"
          aria-keyshortcuts={areKeysHeard ? "Control+K Meta+K" : undefined}
          aria-label={t("open")}
          className="flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-lg border border-line bg-surface px-3 text-sm text-soft hover:text-ink lg:min-h-9 lg:w-full lg:justify-start"
        >
          <Search aria-hidden="true" className="size-4" />
          <span className="hidden lg:block">{t("open_short")}</span>
        </button>
        {areKeysHeard && (
          // Next to the button: its visible text must be part of its name.
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 hidden items-center font-mono text-soft text-xs lg:flex"
          >
            {paletteKeys}
          </span>
        )}
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself */}
      <dialog
        ref={dialog}
        aria-label={t("title")}
        onClose={() => setOpen(false)}
        // A click outside the palette lands on the dialog itself, since the content covers the rest.
        onClick={(event) => event.target === event.currentTarget && close()}
        className="mx-auto mt-[8dvh] mb-auto w-[min(38rem,calc(100vw-1rem))] overflow-hidden rounded-xl bg-raised p-0 text-ink shadow-e2 backdrop:bg-black/50"
      >
        {isOpen && (
          <QueryCache>
            <Finder
              commands={commands}
              locale={place.locale}
              openOrder={({ code, mode }, part) => {
                close();
                router.push(`${inMode(`/dashboard/orders/${code}`, mode)}${part === null ? "" : `#${part}`}`);
              }}
              openDocs={(href) => {
                close();
                router.push(href);
              }}
            />
          </QueryCache>
        )}
      </dialog>
      <ShortcutSheet dialog={sheet} paletteKeys={paletteKeys} />
    </>
  );
}
