"use client";

import { CloudOff, HardDrive, LoaderCircle, MapPinOff, Satellite } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useIsStorageFull } from "@/components/courier-app/app-store";
import { BigButton } from "@/components/courier-app/controls";
import type { GpsIndicator } from "@/lib/courier-app/fix-queue";

const UNFINISHED: ReadonlySet<GpsIndicator> = new Set(["waiting", "delayed", "stale", "searching"]);

export function GpsStatus({ light, onAgain }: { light: GpsIndicator; onAgain: () => void }) {
  const t = useTranslations("courier.gps");
  const isKnown = light === "sent" || light === "sending" || light === "off";
  const isBad = !isKnown && !UNFINISHED.has(light);
  const Icon = isBad ? MapPinOff : Satellite;
  return (
    <div role="status" className="empty:hidden">
      {!isKnown && (
        <div className={`rounded-xl px-4 py-3 ${isBad ? "border-2 border-bad bg-bad-tint" : "bg-fill"}`}>
          <p className="flex items-center gap-3 font-semibold">
            <span className="min-w-0 flex-1">{t(light)}</span>
            <Icon className="size-6 shrink-0" aria-hidden />
          </p>
          <p className="mt-1">{t(`${light}Hint`)}</p>
          {light === "denied" && (
            <div className="mt-3">
              <BigButton tone="quiet" onClick={onAgain}>
                {t("again")}
              </BigButton>
            </div>
          )}
        </div>
      )}
    </div>
  );
}

export function NetworkStatus({ isConnected, waiting }: { isConnected: boolean; waiting: number }) {
  const t = useTranslations("courier.network");
  const isSlow = useIsSlow(waiting > 0);
  const isSilent = isConnected && !isSlow;
  const Icon = isConnected ? LoaderCircle : CloudOff;
  return (
    <div role="status" className="network-status empty:hidden">
      {!isSilent && (
        <div className="flex gap-3 rounded-xl border-2 border-late bg-late-tint px-4 py-3 text-late">
          <Icon className="mt-0.5 size-6 shrink-0" aria-hidden />
          <p className="font-semibold">
            {isConnected ? t("sending") : t("offline")}
            {waiting > 0 && <span className="block">{t("waiting", { count: waiting })}</span>}
          </p>
        </div>
      )}
    </div>
  );
}

export function StorageStatus() {
  const t = useTranslations("courier.storage");
  const isFull = useIsStorageFull();
  return (
    <div role="status" className="empty:hidden">
      {isFull && (
        <div className="flex gap-3 rounded-xl border-2 border-bad bg-bad-tint px-4 py-3">
          <HardDrive className="mt-0.5 size-6 shrink-0" aria-hidden />
          <div className="min-w-0">
            <p className="font-semibold">{t("full")}</p>
            <p>{t("fullHint")}</p>
          </div>
        </div>
      )}
    </div>
  );
}

const SLOW_MS = 1_500;

function useIsSlow(isOnItsWay: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isOnItsWay) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isOnItsWay]);
  return isSlow;
}
