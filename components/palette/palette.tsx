"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ALL_SECTIONS } from "@/components/layout/dashboard-sections";
import { type CommandContext, useCommands } from "@/components/palette/commands";
import { getOpenerProps, PaletteDialog, usePalette } from "@/components/palette/palette-dialog";
import { ShortcutDialog } from "@/components/palette/shortcut-dialog";
import { useHasShortcuts, useShortcuts } from "@/components/palette/shortcuts";
import { usePermissions } from "@/components/ui/permissions";
import { withMode } from "@/lib/http/mode";

export function Palette(place: CommandContext) {
  const t = useTranslations("dashboard.palette");
  const router = useRouter();
  const palette = usePalette();
  const { close, keys, areKeysHeard } = palette;
  const [isSheetOpen, setSheetOpen] = useState(false);
  const openSheet = () => setSheetOpen(true);
  const commands = useCommands(place, { close, openSheet });
  useShortcuts((path) => router.push(withMode(path, place.mode)), openSheet);
  const goTo = (address: string) => {
    close();
    router.push(address);
  };
  return (
    <>
      <div className="relative ml-auto lg:ml-0">
        <button
          {...getOpenerProps(palette)}
          aria-label={t("open")}
          className="flex min-h-[44px] min-w-[44px] cursor-pointer items-center justify-center gap-2 rounded-lg border border-line bg-surface px-[12px] text-sm text-soft hover:text-ink lg:min-h-9 lg:w-full lg:justify-start"
        >
          <Search aria-hidden="true" className="size-[16px]" />
          <span className="hidden lg:block">{t("open_short")}</span>
        </button>
        {areKeysHeard && (
          // Next to the button: a button's visible text must be part of its name.
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-2 hidden items-center text-xs text-soft lg:flex"
          >
            <span className="rounded-md border border-line px-1.5">{keys}</span>
          </span>
        )}
      </div>
      <PaletteDialog
        palette={palette}
        commands={commands}
        ordersAt="/dashboard/find?q="
        locale={place.locale}
        openOrder={({ code, mode = place.mode }, part) =>
          goTo(`${withMode(`/dashboard/orders/${code}`, mode)}${part === null ? "" : `#${part}`}`)
        }
        openDocs={goTo}
      />
      {isSheetOpen && <ShortcutSheet onClose={() => setSheetOpen(false)} paletteKeys={keys} />}
    </>
  );
}

function ShortcutSheet({ onClose, paletteKeys }: { onClose: () => void; paletteKeys: string }) {
  const t = useTranslations("dashboard.shortcuts");
  const section = useTranslations("dashboard.nav");
  const isOff = !useHasShortcuts();
  const isPermitted = usePermissions();
  const sections = ALL_SECTIONS.flatMap(({ name, key, needs }) =>
    key === undefined || !isPermitted(needs)
      ? []
      : [{ what: t("go", { section: section(name) }), keys: ["g", key], isOff }],
  );
  const lines = [
    { what: t("palette"), keys: [paletteKeys] },
    { what: t("submit"), keys: [paletteKeys.replace("K", "Enter")] },
    { what: t("sheet"), keys: ["?"], isOff },
    ...(isPermitted("account.manage_orders") ? [{ what: t("new"), keys: ["n"], isOff }] : []),
    { what: t("find"), keys: ["/"], isOff },
    ...sections,
  ];
  return (
    <ShortcutDialog
      onClose={onClose}
      title={t("title")}
      lines={lines}
      then={t("then")}
      switchLabel={t("on")}
      note={<p className="text-xs text-soft">{t("single_hint", { palette: paletteKeys })}</p>}
      closeLabel={t("close")}
    />
  );
}
