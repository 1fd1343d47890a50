"use client";

import { Moon, Play, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/courier/confirm-dialog";
import { BigButton, BottomBar } from "@/components/courier/controls";
import type { CancelledOrder } from "@/lib/orders/carrying/find-carried-order";

/** Off shift: explains what that means, and starts a shift. */
export function OffShiftScreen({ name, onStart }: { name: string; onStart: () => void }) {
  const t = useTranslations("courier");
  return (
    <>
      <header>
        <p className="text-soft">{t("hello", { name })}</p>
        <h1 className="type-display">{t("offShift.title")}</h1>
      </header>
      <p>{t("offShift.text")}</p>
      <p>{t("offShift.askLocation")}</p>
      <BottomBar>
        <BigButton tone="action" icon={Play} isTall onClick={onStart}>
          {t("offShift.start")}
        </BigButton>
      </BottomBar>
    </>
  );
}

/** On shift without an order. A courier with no known position gets no orders. */
export function WaitingScreen({
  name,
  isUnlocated,
  onEnd,
}: {
  name: string;
  isUnlocated: boolean;
  onEnd: () => void;
}) {
  const t = useTranslations("courier");
  return (
    <>
      <div role="status">
        <p className="text-soft">{t("hello", { name })}</p>
        <h1 className="type-display">{t("waiting.title")}</h1>
      </div>
      <p>{t(isUnlocated ? "waiting.unlocated" : "waiting.text")}</p>
      <BottomBar>
        <EndShift hasOrder={false} onEnd={onEnd} />
      </BottomBar>
    </>
  );
}

/** Ends the shift, and says what that means. */
export function EndShift({ hasOrder, onEnd }: { hasOrder: boolean; onEnd: () => void }) {
  const t = useTranslations("courier.shift");
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <BigButton tone="quiet" icon={Moon} isTall={!hasOrder} onClick={() => setIsAsking(true)}>
        {t("endYes")}
      </BigButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t("endTitle")}
        text={t(hasOrder ? "endWithJob" : "endText")}
        yes={t("endYes")}
        no={t("endNo")}
        onYes={() => {
          setIsAsking(false);
          onEnd();
        }}
        onNo={() => setIsAsking(false)}
      />
    </>
  );
}

/** Says that the order was cancelled on the way. */
export function CancelledScreen({ cancelled, onSeen }: { cancelled: CancelledOrder; onSeen: () => void }) {
  const t = useTranslations("courier.cancelled");
  return (
    <>
      <div role="alert" className="rounded-2xl border-2 border-bad bg-bad-tint p-5 [overflow-wrap:anywhere]">
        <TriangleAlert className="size-10 text-bad" aria-hidden />
        <h1 className="mt-3 type-display">{t("title", { code: cancelled.orderCode })}</h1>
        <p className="mt-3 text-xl">{t(cancelled.isPickedUp ? "pickedUp" : "text")}</p>
        {cancelled.reason !== null && cancelled.reason !== "unspecified" && (
          <p className="mt-3">{t("reason", { reason: cancelled.reason })}</p>
        )}
      </div>
      <BottomBar>
        <BigButton tone="action" isTall onClick={onSeen}>
          {t("ok")}
        </BigButton>
      </BottomBar>
    </>
  );
}
