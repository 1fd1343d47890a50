"use client";

import { type LucideIcon, Search, Settings, Users } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { OPS_SECTIONS } from "@/components/layout/ops-sections";
import { type CommandContext, command, useFrameCommands } from "@/components/palette/commands";
import { getOpenerProps, PaletteDialog, usePalette } from "@/components/palette/palette-dialog";
import type { CommandId } from "@/components/palette/search-words";
import { usePermissions } from "@/components/ui/permissions";
import { useLanguage } from "@/components/ui/use-language";
import { withMode } from "@/lib/http/mode";

export function OpsPalette(place: Omit<CommandContext, "locale">) {
  const { mode } = place;
  const isPermitted = usePermissions();
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
  const go = (id: CommandId, label: string, icon: LucideIcon, path: string) =>
    command(id, { group: "go", label, icon, run: () => goTo(withMode(path, mode)) });
  const commands = [
    ...OPS_SECTIONS.filter(({ needs }) => isPermitted(needs)).map(({ name, path, icon }) =>
      go(name, section(name), icon, path),
    ),
    go("settings", words("security"), Settings, "/ops/settings"),
    go("operators", words("operators"), Users, "/ops/operators"),
    toOther,
    language,
    signOut,
  ];
  return (
    <>
      <button
        {...getOpenerProps(palette)}
        title={`${t("open")} (${palette.keys})`}
        className="flex size-[44px] cursor-pointer items-center justify-center rounded-lg text-soft hover:bg-(--edge) hover:text-ink"
      >
        <Search aria-hidden="true" className="size-[20px] stroke-[1.75]" />
        <span className="sr-only">{t("open")}</span>
      </button>
      <PaletteDialog
        palette={palette}
        commands={commands}
        ordersAt={`/ops/find?mode=${mode}&q=`}
        locale={locale}
        openOrder={({ code }) => goTo(withMode(`/ops/orders/${code}`, mode))}
        openDocs={goTo}
      />
    </>
  );
}
