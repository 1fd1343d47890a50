"use client";

import { UserRound, Volume2, VolumeX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useExceptionCount } from "@/components/console/board/exception-count";
import { SOUND_SETTING, useHasSound } from "@/components/console/board/sound";
import { LanguageLinks, ModeSwitch, SkipLink } from "@/components/layout/frame";
import { OPS_SECTIONS, type OpsSection } from "@/components/layout/ops-sections";
import { OpsPalette } from "@/components/palette/ops-palette";
import { writeSetting } from "@/components/palette/setting";
import { Logo } from "@/components/site/logo";
import { Link } from "@/components/ui/link";
import { Pending } from "@/components/ui/pending";
import { usePermissions } from "@/components/ui/permissions";
import { SignOutButton } from "@/components/ui/sign-out";
import { submitForm, useSubmitKeys } from "@/components/ui/use-submit-keys";
import type { Mode } from "@/lib/account-scope";
import { withMode } from "@/lib/http/mode";

export function OpsFrame(props: {
  /** Null for the user's own page, which belongs to no section. */
  section: OpsSection | null;
  path: string;
  mode: Mode;
  email: string;
  wide?: boolean;
  notices?: readonly string[];
  children: ReactNode;
}) {
  const { section, path, mode, email, wide = false, notices = [], children } = props;
  const t = useTranslations("ops.nav");
  const frame = useTranslations("ui.frame.mode");
  const isPermitted = usePermissions();
  useSubmitKeys(submitForm);
  const chrome = mode === "test" ? "bg-test-tint" : "bg-ground";
  return (
    <div
      className={`flex min-h-dvh flex-col lg:grid lg:grid-cols-[3.75rem_minmax(0,1fr)] ${wide ? "lg:h-dvh" : ""} ${chrome}`}
    >
      <SkipLink />
      <header
        className={`z-30 flex items-center gap-[8px] border-line px-[12px] py-1.5 max-lg:border-b lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:border-r lg:px-0 lg:py-3 ${chrome}`}
      >
        <Link
          href={withMode("/ops", mode)}
          aria-label="Dropline"
          className="flex size-[44px] items-center justify-center"
        >
          <Logo className="size-[36px]" />
        </Link>
        <nav
          aria-label={t("label")}
          className={`max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-t max-lg:border-line max-lg:pb-[env(safe-area-inset-bottom)] ${chrome}`}
        >
          <ul className="flex gap-0.5 overflow-x-auto [scrollbar-width:none] lg:flex-col lg:gap-1 lg:overflow-visible">
            {OPS_SECTIONS.filter(({ needs }) => isPermitted(needs)).map(({ name, path: to, icon: Icon }) => (
              <li key={name} className="shrink-0 grow">
                <Link
                  href={withMode(to, mode)}
                  aria-current={name === section ? "page" : undefined}
                  title={t(name)}
                  className="relative flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs text-soft hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink lg:size-11 lg:min-h-0 lg:rounded-lg lg:hover:bg-(--edge) lg:aria-[current=page]:bg-(--edge)"
                >
                  <Icon aria-hidden="true" className="size-5 stroke-[1.75]" />
                  <span className="text-[0.6875rem] tracking-tight lg:sr-only">{t(name)}</span>
                  {name === "exceptions" && <Count />}
                  <Pending />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex flex-wrap items-center justify-end lg:gap-1 lg:mt-auto lg:ml-0 lg:flex-col">
          <OpsPalette path={path} modePath={getListPath(path)} mode={mode} />
          <ModeSwitch
            mode={mode}
            address={(one) => withMode(one === mode ? path : getListPath(path), one)}
            looks={[
              "lg:flex-col",
              "",
              "px-[6px] text-xs lg:w-14 lg:px-0 aria-[current=true]:bg-(--edge) aria-[current=true]:font-semibold",
            ]}
          />
          <SoundSwitch />
          <Person email={email} path={path} mode={mode} />
        </div>
      </header>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
        {mode === "test" && (
          <p className="bg-test-tint px-4 py-1.5 text-xs text-test">{frame("test_note")}</p>
        )}
        {notices.map((notice) => (
          <p key={notice} role="status" className="bg-late-tint px-4 py-2 text-sm">
            {notice}
          </p>
        ))}
        <main
          id="main"
          className={`min-h-0 min-w-0 flex-1 pb-16 lg:pb-0 ${wide ? "relative" : "px-4 pt-5 sm:px-6 lg:pb-12"}`}
        >
          {wide ? children : <div className="mx-auto max-w-6xl">{children}</div>}
        </main>
      </div>
    </div>
  );
}

function Count() {
  const t = useTranslations("console");
  const count = useExceptionCount();
  if (count === null || count === 0) return null;
  return (
    <span className="absolute top-1 left-1/2 ml-1 min-w-4.5 rounded-full bg-late px-1 text-center text-xs leading-4.5 font-semibold text-surface lg:top-0 lg:right-0 lg:left-auto">
      <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
      <span className="sr-only">{t("count_label", { count })}</span>
    </span>
  );
}

/** An order or an account exists in one mode, so the mode switch leads to the list. */
const getListPath = (path: string): string => path.split("/").slice(0, 3).join("/");

function SoundSwitch() {
  const t = useTranslations("console.sound");
  const isOn = useHasSound();
  const Icon = isOn ? Volume2 : VolumeX;
  return (
    <button
      type="button"
      aria-pressed={isOn}
      title={t(isOn ? "on" : "off")}
      onClick={() => writeSetting(SOUND_SETTING, isOn ? "off" : "on")}
      className="flex size-[44px] cursor-pointer items-center justify-center rounded-lg text-soft hover:bg-(--edge) hover:text-ink"
    >
      <Icon aria-hidden="true" className="size-[20px] stroke-[1.75]" />
      <span className="sr-only">{t("label")}</span>
    </button>
  );
}

function Person({ email, path, mode }: { email: string; path: string; mode: Mode }) {
  const t = useTranslations("console");
  return (
    <details className="relative">
      <summary
        title={email}
        className="flex size-[44px] cursor-pointer list-none items-center justify-center rounded-lg text-soft hover:bg-(--edge) hover:text-ink [&::-webkit-details-marker]:hidden"
      >
        <UserRound aria-hidden="true" className="size-[20px] stroke-[1.75]" />
        <span className="sr-only">{t("person")}</span>
      </summary>
      <div className="absolute right-0 z-40 mt-1 w-60 rounded-xl bg-raised p-2 shadow-e2 lg:right-auto lg:bottom-0 lg:left-full lg:ml-2">
        <p className="truncate px-2.5 py-1.5 text-xs text-soft">{email}</p>
        <Link
          href={withMode("/ops/settings", mode)}
          className="flex min-h-11 items-center rounded-md px-2.5 text-sm hover:bg-hover lg:min-h-9"
        >
          {t("security")}
        </Link>
        <Link
          href={withMode("/ops/operators", mode)}
          className="flex min-h-11 items-center rounded-md px-2.5 text-sm hover:bg-hover lg:min-h-9"
        >
          {t("operators")}
        </Link>
        <LanguageLinks address={(one) => withMode(`${path}?lang=${one}`, mode)} />
        <SignOutButton />
      </div>
    </details>
  );
}
