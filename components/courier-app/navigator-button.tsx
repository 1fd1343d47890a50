"use client";

import { Check, Navigation, Settings2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { BigButton, BigLink } from "@/components/courier-app/controls";
import { Sheet } from "@/components/courier-app/sheet";
import { useIsApple } from "@/components/courier-app/use-is-hydrated";
import { useVehicle } from "@/components/courier-app/vehicle";
import { useSetting, writeSetting } from "@/components/palette/setting";
import { useLanguage } from "@/components/ui/use-language";
import { getNavigators, type Navigator, navigationLink } from "@/lib/courier-app/navigator";
import type { Point } from "@/lib/point";

const KEY = "courier-navigator";
const LONG_PRESS_MS = 500;

/** @param props.street tells it from the button of the stop that the courier is at or goes to */
export function NavigatorButton({ place, street }: { place: Point; street?: string }) {
  const t = useTranslations("courier.navigator");
  const [isChoosing, setIsChoosing] = useState(false);
  const vehicle = useVehicle();
  const navigators = getNavigators(useIsApple(), vehicle, useLanguage());
  const saved = useSetting(KEY);
  const chosen = navigators.find((one) => one === saved) ?? null;
  const text = street === undefined ? t("open") : t("to", { street });
  const press = useLongPress(() => setIsChoosing(true));
  return (
    <>
      {chosen === null ? (
        <BigButton tone="fill" icon={Navigation} onClick={() => setIsChoosing(true)}>
          {text}
        </BigButton>
      ) : (
        <div className="flex gap-1" {...press}>
          <BigLink
            tone="fill"
            icon={Navigation}
            href={navigationLink(chosen, place, vehicle)}
            label={street === undefined ? t("openIn", { app: t(`app.${chosen}`) }) : text}
          >
            {text}
          </BigLink>
          <button
            type="button"
            aria-label={t("other")}
            onClick={() => setIsChoosing(true)}
            className="flex w-14 shrink-0 items-center justify-center rounded-xl bg-fill active:bg-hover"
          >
            <Settings2 className="size-5" aria-hidden />
          </button>
        </div>
      )}
      <Sheet isOpen={isChoosing} title={t("title")} onClose={() => setIsChoosing(false)}>
        {isChoosing && (
          <nav aria-label={t("title")} className="mt-3 grid gap-2">
            {navigators.map((one: Navigator) => (
              <BigLink
                key={one}
                tone="fill"
                icon={one === chosen ? Check : undefined}
                href={navigationLink(one, place, vehicle)}
                onClick={() => {
                  writeSetting(KEY, one);
                  setIsChoosing(false);
                }}
              >
                {t(`app.${one}`)}
              </BigLink>
            ))}
            <p className="text-base text-soft">{t("hint")}</p>
          </nav>
        )}
      </Sheet>
    </>
  );
}

function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const wasLong = useRef(false);
  const end = () => clearTimeout(timer.current);
  return {
    onPointerDown: () => {
      wasLong.current = false;
      timer.current = setTimeout(() => {
        wasLong.current = true;
        onLongPress();
      }, LONG_PRESS_MS);
    },
    onPointerUp: end,
    onPointerLeave: end,
    onPointerCancel: end,
    onClickCapture: (event: { preventDefault(): void; stopPropagation(): void }) => {
      if (!wasLong.current) return;
      wasLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
