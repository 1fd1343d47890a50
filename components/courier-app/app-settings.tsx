"use client";

import { Check, Copy, Volume2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { appSound } from "@/components/courier-app/alarm-sound";
import { BigButton, Disclosure, Switch } from "@/components/courier-app/controls";
import { LanguageSwitch } from "@/components/courier-app/language-switch";
import { usePush } from "@/components/courier-app/use-push";
import { useSoundSwitch } from "@/components/courier-app/use-sound";
import { useAwakeSwitch } from "@/components/courier-app/use-wake-lock";
import { useSetting, writeSetting } from "@/components/palette/setting";
import type { AppState } from "@/lib/courier-app/app-state";

const CONTRAST_SETTING = "courier-contrast";
const OUTDOOR = "outdoor";

export function useContrast(): void {
  const contrast = useSetting(CONTRAST_SETTING);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (contrast === OUTDOOR) dataset.contrast = OUTDOOR;
    else delete dataset.contrast;
  }, [contrast]);
}

export function AppSettings({ state }: { state: Pick<AppState, "tracker" | "pushKey"> }) {
  const t = useTranslations("courier.screen");
  const sound = useSoundSwitch();
  const push = usePush(state.pushKey);
  const awake = useAwakeSwitch();
  const isOutdoor = useSetting(CONTRAST_SETTING) === OUTDOOR;
  const isPushOn = push.standing === "on";
  return (
    <section aria-labelledby="settings" className="grid gap-3">
      <h2 id="settings" className="type-heading">
        {t("heading")}
      </h2>
      <Setting label={t("sound")} isOn={sound.isOn} onToggle={sound.toggle}>
        {sound.isOn && (
          <div className="pb-2">
            <BigButton tone="fill" icon={Volume2} onClick={appSound.chime}>
              {t("soundTest")}
            </BigButton>
          </div>
        )}
      </Setting>
      {push.standing === "denied" && <Setting label={t("pushDenied")} hint={t("pushDeniedHint")} />}
      {(push.standing === "on" || push.standing === "off") && (
        <Setting
          label={t("push")}
          hint={t("pushHint")}
          isOn={isPushOn}
          onToggle={isPushOn ? push.turnOff : push.turnOn}
        />
      )}
      <Setting
        label={t(awake.isSupported ? "awake" : "awakeMissing")}
        hint={t("awakeHint")}
        isOn={awake.isOn}
        onToggle={awake.isSupported ? awake.toggle : undefined}
      />
      <Setting
        label={t("outdoor")}
        hint={t("outdoorHint")}
        isOn={isOutdoor}
        onToggle={() => writeSetting(CONTRAST_SETTING, isOutdoor ? null : OUTDOOR)}
      />
      <TrackerSettings tracker={state.tracker} />
      <InstallAdvice />
      <LanguageSwitch />
    </section>
  );
}

/** Without `onToggle`, the setting cannot be changed. */
function Setting(props: {
  label: string;
  hint?: string;
  isOn?: boolean;
  onToggle?: (() => void) | undefined;
  children?: ReactNode;
}) {
  const { label, hint, isOn = false, onToggle, children } = props;
  return (
    <div className="rounded-xl border border-line px-[min(1rem,5vw)] py-2">
      {onToggle === undefined ? (
        <p className="py-2 font-semibold">{label}</p>
      ) : (
        <Switch isOn={isOn} onToggle={onToggle}>
          {label}
        </Switch>
      )}
      {hint !== undefined && <p className="pb-2 text-base text-soft">{hint}</p>}
      {children}
    </div>
  );
}

function InstallAdvice() {
  const t = useTranslations("courier.install");
  return (
    <Disclosure summary={<span className="font-semibold">{t("heading")}</span>}>
      <ul className="grid list-disc gap-2 pb-4 pl-9 pr-4">
        <li>{t("android")}</li>
        <li>{t("apple")}</li>
      </ul>
    </Disclosure>
  );
}

function TrackerSettings({ tracker }: Pick<AppState, "tracker">) {
  const t = useTranslations("courier.tracker");
  return (
    <Disclosure summary={<span className="font-semibold">{t("heading")}</span>}>
      <div className="grid gap-3 px-4 pb-4">
        <p>{t("text")}</p>
        <CopyLine label={t("url")} copyLabel={t("copyUrl")} value={tracker.url} />
        <CopyLine label={t("token")} copyLabel={t("copyToken")} value={tracker.deviceToken} />
      </div>
    </Disclosure>
  );
}

function CopyLine({ label, copyLabel, value }: { label: string; copyLabel: string; value: string }) {
  const t = useTranslations("courier.tracker");
  const [isCopied, setIsCopied] = useState(false);
  const Icon = isCopied ? Check : Copy;
  return (
    <div>
      <p className="text-base text-soft">{label}</p>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 select-all text-base [overflow-wrap:anywhere]">{value}</code>
        <button
          type="button"
          aria-label={copyLabel}
          onClick={() => {
            // Without clipboard permission, the user can select the text.
            navigator.clipboard?.writeText(value).then(
              () => setIsCopied(true),
              () => setIsCopied(false),
            );
          }}
          className="flex size-14 shrink-0 items-center justify-center rounded-xl border-2 border-field-line"
        >
          <Icon className="size-6" aria-hidden />
        </button>
      </div>
      <p role="status" className="text-base text-delivered empty:hidden">
        {isCopied ? t("copied") : ""}
      </p>
    </div>
  );
}
