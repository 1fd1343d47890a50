"use client";

import { Check, Copy, Volume2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { appSound } from "@/components/courier/alarm-sound";
import { BigButton, Switch } from "@/components/courier/controls";
import { Disclosure } from "@/components/courier/fold";
import { LanguageSwitch } from "@/components/courier/language-switch";
import { OutdoorSwitch } from "@/components/courier/outdoor-switch";
import { usePush } from "@/components/courier/use-push";
import { useSoundSwitch } from "@/components/courier/use-sound";
import { useAwakeSwitch } from "@/components/courier/use-wake-lock";
import type { AppState } from "@/lib/courier-app/app-state";

export function AppSettings({ state }: { state: Pick<AppState, "tracker" | "pushKey"> }) {
  const t = useTranslations("courier.screen");
  return (
    <section aria-labelledby="settings" className="grid gap-3">
      <h2 id="settings" className="type-heading">
        {t("heading")}
      </h2>
      <SoundSwitch />
      <PushSwitch publicKey={state.pushKey} />
      <AwakeSwitch />
      <OutdoorSwitch />
      <TrackerSettings tracker={state.tracker} />
      <InstallAdvice />
      <LanguageSwitch />
    </section>
  );
}

const BOX = "rounded-xl border border-line px-[min(1rem,5vw)] py-2";

function SoundSwitch() {
  const t = useTranslations("courier.screen");
  const { isOn, toggle } = useSoundSwitch();
  return (
    <div className={BOX}>
      <Switch isOn={isOn} onToggle={toggle}>
        {t("sound")}
      </Switch>
      {isOn && (
        <div className="pb-2">
          <BigButton tone="fill" icon={Volume2} onClick={() => appSound.chime()}>
            {t("soundTest")}
          </BigButton>
        </div>
      )}
    </div>
  );
}

function PushSwitch({ publicKey }: { publicKey: string | null }) {
  const t = useTranslations("courier.screen");
  const { standing, turnOn, turnOff } = usePush(publicKey);
  if (standing === "unsupported") return null;
  return (
    <div className={BOX}>
      {standing === "denied" ? (
        <p className="py-2 font-semibold">{t("pushDenied")}</p>
      ) : (
        <Switch isOn={standing === "on"} onToggle={standing === "on" ? turnOff : turnOn}>
          {t("push")}
        </Switch>
      )}
      <p className="pb-2 text-base text-soft">{t(standing === "denied" ? "pushDeniedHint" : "pushHint")}</p>
    </div>
  );
}

function AwakeSwitch() {
  const t = useTranslations("courier.screen");
  const { isSupported, isOn, toggle } = useAwakeSwitch();
  return (
    <div className={BOX}>
      {isSupported ? (
        <Switch isOn={isOn} onToggle={toggle}>
          {t("awake")}
        </Switch>
      ) : (
        <p className="py-2 font-semibold">{t("awakeMissing")}</p>
      )}
      <p className="pb-2 text-base text-soft">{t("awakeHint")}</p>
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
