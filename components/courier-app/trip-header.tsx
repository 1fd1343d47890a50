"use client";

import { Menu } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { BigButton, CallDispatcher } from "@/components/courier-app/controls";
import { WriteToDispatch } from "@/components/courier-app/message-sheet";
import { Sheet } from "@/components/courier-app/sheet";
import type { GpsIndicator } from "@/lib/courier-app/fix-queue";

const DOTS = {
  sent: "bg-live ring-2 ring-on-live",
  sending: "bg-live ring-2 ring-on-live",
  searching: "bg-late",
  waiting: "bg-late",
  delayed: "bg-late",
  stale: "bg-late",
  off: "bg-field-line",
} as const;

const isQuiet = (light: GpsIndicator): light is keyof typeof DOTS => light in DOTS;

export function TripHeader(props: {
  light: GpsIndicator;
  isConnected: boolean;
  dispatcherPhone: string | null;
  onWrite: (text: string) => void;
  /** @param close closes the menu */
  children: (close: () => void) => ReactNode;
}) {
  const { isConnected, dispatcherPhone, onWrite, children } = props;
  const isSending = props.light === "sent" || props.light === "sending";
  const light = isSending && !isConnected ? "waiting" : props.light;
  const t = useTranslations("courier");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="-mx-4 flex min-h-14 items-center gap-2 px-2">
      <button
        type="button"
        aria-label={t("road.menu")}
        onClick={() => setIsOpen(true)}
        className="flex size-[min(3.5rem,18vw)] shrink-0 items-center justify-center rounded-xl active:bg-hover"
      >
        <Menu className="size-6" aria-hidden />
      </button>
      <p className="ml-auto flex min-w-0 items-center gap-2 py-1 pr-2 text-[min(1rem,8vw)]/snug font-medium">
        <span
          aria-hidden
          className={`size-2.5 shrink-0 rounded-full ${isQuiet(light) ? DOTS[light] : "bg-bad"}`}
        />
        {t(`road.place.${isQuiet(light) ? light : "lost"}`)}
      </p>
      <Sheet isOpen={isOpen} title={t("road.menu")} onClose={() => setIsOpen(false)}>
        <div className="mt-3 grid gap-3">
          {dispatcherPhone !== null && <p className="text-soft">{t("trouble.text")}</p>}
          <CallDispatcher phone={dispatcherPhone} />
          <WriteToDispatch
            onSend={(text) => {
              setIsOpen(false);
              onWrite(text);
            }}
          />
          {children(() => setIsOpen(false))}
          <BigButton tone="quiet" onClick={() => setIsOpen(false)}>
            {t("road.close")}
          </BigButton>
        </div>
      </Sheet>
    </div>
  );
}
