"use client";

import {
  CircleX,
  FlaskConical,
  Keyboard,
  KeyRound,
  Languages,
  Link2,
  LogOut,
  type LucideIcon,
  Rows3,
  Upload,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ALL_SECTIONS } from "@/components/layout/dashboard-sections";
import type { CommandId } from "@/components/palette/search-words";
import { readSetting, writeSetting } from "@/components/palette/setting";
import { useHasShortcuts } from "@/components/palette/shortcuts";
import { chooseTheme, THEME_ICONS } from "@/components/palette/theme-switch";
import { usePermissions } from "@/components/ui/permissions";
import { useSignOut } from "@/components/ui/sign-out";
import type { Mode } from "@/lib/account-scope";
import { withMode } from "@/lib/http/mode";
import { THEMES } from "@/lib/http/theme";
import { LOCALES, type Locale } from "@/lib/locale/locale";

export interface Command {
  readonly id: CommandId;
  readonly group: "go" | "do";
  readonly label: string;
  readonly icon: LucideIcon;
  readonly keys: string | null;
  readonly run: () => void;
  /** Asks for an order first, then opens this part of its page. */
  readonly orderPart?: string;
}

const DENSITY_SETTING = "dropline-density";

const ORDER_ACTIONS = [
  { id: "cancel_order", part: "cancel", icon: CircleX },
  { id: "issue_link", part: "links", icon: Link2 },
] as const;

const ORDER_PATH = /^(\/dashboard\/orders\/[0-9A-Z]{4}-[0-9A-Z]{4})(\/|$)/;

export interface CommandContext {
  /** Excludes the query string. */
  readonly path: string;
  readonly modePath: string;
  readonly mode: Mode;
  readonly locale: Locale;
}

export const command = (
  id: CommandId,
  more: Pick<Command, "label" | "icon" | "run"> & Partial<Command>,
): Command => ({ id, group: "do", keys: null, ...more });

const closing = (close: () => void, act: () => void) => () => {
  close();
  act();
};

export function useFrameCommands(
  { path, modePath, mode, locale }: CommandContext,
  close: () => void,
): Readonly<Record<"toOther" | "language" | "signOut", Command>> {
  const t = useTranslations("dashboard.palette");
  const frame = useTranslations("ui.frame");
  const router = useRouter();
  const signOut = useSignOut();
  const other = mode === "test" ? "live" : "test";
  const language = LOCALES.find((one) => one !== locale) ?? locale;
  return {
    toOther: command(`to_${other}`, {
      label: t(`to_${other}`),
      icon: FlaskConical,
      run: closing(close, () => router.push(withMode(modePath, other))),
    }),
    language: command("language", {
      label: t("language"),
      icon: Languages,
      // A full page load; proxy.ts then stores the language.
      run: () => window.location.assign(withMode(`${path}?lang=${language}`, mode)),
    }),
    signOut: command("sign_out", {
      label: frame("sign_out"),
      icon: LogOut,
      run: closing(close, () => void signOut()),
    }),
  };
}

export function useCommands(
  place: CommandContext,
  { close, openSheet }: { close: () => void; openSheet: () => void },
): Command[] {
  const { path, mode } = place;
  const t = useTranslations("dashboard.palette");
  const nav = useTranslations("dashboard.nav");
  const theme = useTranslations("dashboard.theme");
  const router = useRouter();
  const { toOther, language, signOut } = useFrameCommands(place, close);
  const hasShortcuts = useHasShortcuts();
  const go = (target: string) => closing(close, () => router.push(target));
  const isPermitted = usePermissions();
  const sections = ALL_SECTIONS.filter(({ needs }) => isPermitted(needs)).map(
    ({ name, path: target, icon, key }): Command => {
      const run = go(withMode(target, mode));
      const keys = key === undefined ? "n" : `g ${key}`;
      const more = { icon, run, keys: hasShortcuts ? keys : null };
      return name === "new"
        ? command(name, { ...more, label: t("new_delivery") })
        : command(name, { ...more, label: nav(name), group: "go" });
    },
  );
  const order = ORDER_PATH.exec(path)?.[1];
  return [
    ...sections,
    ...ORDER_ACTIONS.filter(() => isPermitted("account.manage_orders")).map(({ id, part, icon }): Command => {
      if (order === undefined) return command(id, { icon, label: t(id), run: () => {}, orderPart: part });
      const open = () => {
        window.location.hash = part;
      };
      return command(id, { icon, label: t(`${id}_here`), run: closing(close, open) });
    }),
    ...(isPermitted("account.manage_orders")
      ? [
          command("import", {
            label: t("import"),
            icon: Upload,
            run: go(withMode("/dashboard/import", mode)),
          }),
        ]
      : []),
    ...(isPermitted("account.manage_integrations")
      ? [
          command("new_key", {
            label: t("new_key"),
            icon: KeyRound,
            run: go(`${withMode("/dashboard/keys", mode)}#new-key`),
          }),
        ]
      : []),
    toOther,
    ...THEMES.map((name) =>
      command(`theme_${name}`, {
        label: t("theme", { name: theme(name) }),
        icon: THEME_ICONS[name],
        run: closing(close, () => chooseTheme(name)),
      }),
    ),
    command("density", {
      label: t("density"),
      icon: Rows3,
      run: closing(close, () =>
        writeSetting(DENSITY_SETTING, readSetting(DENSITY_SETTING) === "dense" ? "usual" : "dense"),
      ),
    }),
    language,
    command("shortcuts", {
      label: t("shortcuts"),
      icon: Keyboard,
      run: closing(close, openSheet),
    }),
    signOut,
  ];
}
