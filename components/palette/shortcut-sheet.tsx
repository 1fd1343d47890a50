"use client";

import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { ALL_SECTIONS } from "@/components/navigation/dashboard-sections";
import { ShortcutDialog } from "@/components/palette/shortcut-dialog";
import { SECTION_KEYS, useHasShortcuts } from "@/components/palette/shortcuts";

interface Props {
  dialog: RefObject<HTMLDialogElement | null>;
  paletteKeys: string;
}

export function ShortcutSheet({ dialog, paletteKeys }: Props) {
  const t = useTranslations("dashboard.shortcuts");
  const section = useTranslations("dashboard.nav");
  const isOff = !useHasShortcuts();
  const sections = ALL_SECTIONS.flatMap(({ name }) => {
    const key = SECTION_KEYS[name];
    return key === undefined ? [] : [{ what: t("go", { section: section(name) }), keys: ["g", key], isOff }];
  });
  const lines = [
    { what: t("palette"), keys: [paletteKeys] },
    { what: t("sheet"), keys: ["?"], isOff },
    { what: t("new"), keys: ["n"], isOff },
    { what: t("find"), keys: ["/"], isOff },
    ...sections,
  ];
  return (
    <ShortcutDialog
      dialog={dialog}
      title={t("title")}
      lines={lines}
      then={t("then")}
      switchLabel={t("on")}
      note={<p className="text-xs text-soft">{t("single_hint", { palette: paletteKeys })}</p>}
      closeLabel={t("close")}
    />
  );
}
