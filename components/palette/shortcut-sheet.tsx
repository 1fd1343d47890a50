"use client";

import { useTranslations } from "next-intl";
import { Fragment, type RefObject, useId } from "react";
import { ALL_SECTIONS } from "@/components/navigation/dashboard-sections";
import { ShortcutSwitch } from "@/components/palette/shortcut-switch";
import { SECTION_KEYS, useHasShortcuts } from "@/components/palette/shortcuts";
import { SECONDARY } from "@/components/ui/styles";

const KEY = "rounded-md border border-field-line bg-fill px-1.5 py-0.5 font-mono text-xs";

interface Props {
  dialog: RefObject<HTMLDialogElement | null>;
  paletteKeys: string;
}

export function ShortcutSheet({ dialog, paletteKeys }: Props) {
  const t = useTranslations("dashboard.shortcuts");
  const section = useTranslations("dashboard.nav");
  const heading = useId();
  const areOn = useHasShortcuts();
  const lines: [what: string, keys: readonly string[]][] = [
    [t("sheet"), ["?"]],
    [t("new"), ["n"]],
    [t("find"), ["/"]],
    ...ALL_SECTIONS.flatMap(({ name }): [string, string[]][] => {
      const key = SECTION_KEYS[name];
      return key === undefined ? [] : [[t("go", { section: section(name) }), ["g", key]]];
    }),
  ];
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-xl bg-raised p-5 text-ink shadow-e2 backdrop:bg-black/50 sm:p-6"
    >
      <h2 id={heading} className="type-heading">
        {t("title")}
      </h2>
      <dl className="mt-4 grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 text-sm">
        <dt>{t("palette")}</dt>
        <dd className="text-right">
          <kbd className={KEY}>{paletteKeys}</kbd>
        </dd>
        {lines.map(([what, keys]) => (
          <Fragment key={what}>
            <dt className={areOn ? "" : "text-soft line-through"}>{what}</dt>
            <dd className="text-right">
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && <span className="mx-1.5 text-xs text-soft">{t("then")}</span>}
                  <kbd className={KEY}>{key}</kbd>
                </Fragment>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
      <div className="mt-5 border-t border-line pt-3">
        <ShortcutSwitch label={t("on")} />
        <p className="text-xs text-soft">{t("single_hint", { palette: paletteKeys })}</p>
      </div>
      <div className="mt-4 flex justify-end">
        <button type="button" onClick={() => dialog.current?.close()} className={SECONDARY}>
          {t("close")}
        </button>
      </div>
    </dialog>
  );
}
