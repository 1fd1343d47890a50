"use client";

import { Search, Settings } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { OPS_SECTIONS } from "@/components/navigation/ops-sections";
import { type Command, type Place, useFrameCommands } from "@/components/palette/commands";
import { openerOf, PaletteDialog, usePalette } from "@/components/palette/palette-dialog";
import { useLanguage } from "@/components/ui/use-language";
import { inMode } from "@/lib/pages/mode";

export function OpsPalette(place: Omit<Place, "locale">) {
  const { mode } = place;
  const t = useTranslations("dashboard.palette");
  const section = useTranslations("ops.nav");
  const words = useTranslations("console");
  const locale = useLanguage();
  const router = useRouter();
  const palette = usePalette();
  const goTo = (address: string) => {
    palette.close();
    router.push(address);
  };
  const { toOther, language, signOut } = useFrameCommands({ ...place, locale }, palette.close);
  const commands: Command[] = [
    ...OPS_SECTIONS.map(
      ({ name, path, icon }): Command => ({
        id: name,
        group: "go",
        label: section(name),
        icon,
        keys: null,
        run: () => goTo(inMode(path, mode)),
      }),
    ),
    {
      id: "settings",
      group: "go",
      label: words("security"),
      icon: Settings,
      keys: null,
      run: () => goTo(inMode("/ops/settings", mode)),
    },
    toOther,
    language,
    signOut,
  ];
  return (
    <>
      <button
        {...openerOf(palette)}
        title={`${t("open")} (${palette.keys})`}
        className="flex size-11 cursor-pointer items-center justify-center rounded-lg text-soft hover:bg-(--edge) hover:text-ink"
      >
        <Search aria-hidden="true" className="size-5 stroke-[1.75]" />
        <span className="sr-only">{t("open")}</span>
      </button>
      <PaletteDialog
        palette={palette}
        commands={commands}
        ordersAt={`/ops/find?mode=${mode}&q=`}
        locale={locale}
        openOrder={({ code }) => goTo(inMode(`/ops/orders/${code}`, mode))}
        openDocs={goTo}
      />
    </>
  );
}
