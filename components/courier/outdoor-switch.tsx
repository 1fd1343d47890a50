"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Switch } from "@/components/courier/controls";
import { useLocalSetting } from "@/components/courier/use-local-setting";

const KEY = "courier-contrast";
const OUTDOOR = "outdoor";

export function useContrast(): void {
  const [contrast] = useLocalSetting(KEY);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (contrast === OUTDOOR) dataset.contrast = OUTDOOR;
    else delete dataset.contrast;
  }, [contrast]);
}

export function OutdoorSwitch() {
  const t = useTranslations("courier.screen");
  const [contrast, keep] = useLocalSetting(KEY);
  const isOn = contrast === OUTDOOR;
  return (
    <div className="rounded-xl border border-line px-[min(1rem,5vw)] py-2">
      <Switch isOn={isOn} onToggle={() => keep(isOn ? null : OUTDOOR)}>
        {t("outdoor")}
      </Switch>
      <p className="pb-2 text-base text-soft">{t("outdoorHint")}</p>
    </div>
  );
}
