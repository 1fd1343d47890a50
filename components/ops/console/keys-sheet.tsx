"use client";

import { useTranslations } from "next-intl";
import { Fragment, type RefObject, useEffect, useEffectEvent, useId } from "react";
import { ShortcutSwitch } from "@/components/palette/shortcut-switch";
import { isBusy, useHasShortcuts } from "@/components/palette/shortcuts";
import { SECONDARY } from "@/components/ui/styles";
import { letterOf } from "@/lib/pages/palette";

const KEY = "rounded-md border border-field-line bg-fill px-1.5 py-0.5 font-mono text-xs";
const KEYS = [
  ["next", "j"],
  ["previous", "k"],
  ["act", "Enter"],
  ["close", "Esc"],
  ["find", "/"],
  ["sheet", "?"],
] as const;

export function KeysSheet({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const t = useTranslations("console.keys");
  const heading = useId();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-xl bg-raised p-5 text-ink shadow-e2 backdrop:bg-black/50"
    >
      <h2 id={heading} className="type-heading">
        {t("title")}
      </h2>
      <dl className="mt-4 grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 text-sm">
        {KEYS.map(([what, key]) => (
          <Fragment key={key}>
            <dt>{t(what)}</dt>
            <dd className="text-right">
              <kbd className={KEY}>{key}</kbd>
            </dd>
          </Fragment>
        ))}
      </dl>
      <div className="mt-4">
        <ShortcutSwitch label={t("on")} />
      </div>
      <div className="mt-4 flex justify-end">
        <button type="button" onClick={() => dialog.current?.close()} className={SECONDARY}>
          {t("shut")}
        </button>
      </div>
    </dialog>
  );
}

interface Actions {
  readonly step: (by: 1 | -1) => void;
  readonly find: () => void;
  readonly openKeys: () => void;
  readonly close: () => void;
}

/** Escape works always, letters only while shortcuts are on. */
export function useConsoleKeys({ step, find, openKeys, close }: Actions): void {
  const areOn = useHasShortcuts();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isBusy(event.target)) return;
    const letter = letterOf(event);
    if (event.key === "Escape") close();
    else if (!areOn) return;
    else if (letter === "j") step(1);
    else if (letter === "k") step(-1);
    else if (event.key === "/") find();
    else if (event.key === "?") openKeys();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
