"use client";

import { useTranslations } from "next-intl";
import { BigButton } from "@/components/courier/controls";
import { Sheet } from "@/components/courier/sheet";
import { SAID_REASONS, type SaidReason } from "@/lib/waiting/refusal";

/** Asks in one tap why an offer is refused. */
export function RefuseSheet(props: {
  isOpen: boolean;
  onRefuse: (reason: SaidReason) => void;
  onClose: () => void;
}) {
  const { isOpen, onRefuse, onClose } = props;
  const t = useTranslations("courier.offer");
  return (
    <Sheet isOpen={isOpen} title={t("why")} onClose={onClose}>
      <p className="mt-2 text-soft">{t("whyText")}</p>
      <div className="mt-5 grid gap-3">
        {SAID_REASONS.map((reason) => (
          <BigButton key={reason} tone="fill" onClick={() => onRefuse(reason)}>
            {t(`reason.${reason}`)}
          </BigButton>
        ))}
        <BigButton tone="quiet" onClick={onClose}>
          {t("back")}
        </BigButton>
      </div>
    </Sheet>
  );
}
