"use client";

import { useTranslations } from "next-intl";
import { Fragment, type RefObject, useId } from "react";
import { ShortcutSwitch } from "@/components/palette/shortcut-switch";
import { SECONDARY } from "@/components/ui/styles";

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
